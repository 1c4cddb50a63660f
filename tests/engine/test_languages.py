"""Every language says all that English says: nothing is missing, nothing is left over, every place is filled."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cardshed.engine.messages import Message, catalogue
from tests.engine.test_messages import FOLDERS as ALL
from tests.engine.test_messages import SOURCES, placeholders

FOLDERS = [folder for folder in ALL if "templates" not in folder.parts]  # where a new game begins, in English
SPOKEN = sorted({path.stem for folder in FOLDERS for path in folder.glob("*.json")} - {"en"})
KINDRED = 4  # words from which a sentence that is the same in both languages was forgotten


def read(folder: Path, language: str) -> dict[str, str]:
    return json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))


def test_the_page_offers_just_the_languages_that_there_are() -> None:
    script = (SOURCES / "server/web/core/language.js").read_text(encoding="utf-8")
    (told,) = re.findall(r"LANGUAGES = \{(.*?)\}", script)
    assert SPOKEN and sorted(re.findall(r"(\w+):", told)) == sorted(["en", *SPOKEN])


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
@pytest.mark.parametrize("language", SPOKEN)
def test_a_catalogue_has_the_keys_of_the_english_one(language: str, folder: Path) -> None:
    english, other = read(folder, "en"), read(folder, language)
    assert sorted(english.keys() - other.keys()) == [], "not said in this language"
    assert sorted(other.keys() - english.keys()) == [], "said in this language alone"
    assert list(other) == sorted(other)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
@pytest.mark.parametrize("language", SPOKEN)
def test_each_sentence_is_one_of_its_language_and_fills_the_same_places(language: str, folder: Path) -> None:
    english, other = read(folder, "en"), read(folder, language)
    for key, sentence in other.items():
        assert placeholders(sentence) == placeholders(english[key]), key
        assert sentence == sentence.strip() and sentence, key
        words = re.findall(r"[^\W\d_]+", re.sub(r"\{.*?\}|`.*?`", "", sentence))
        assert sentence != english[key] or len(words) < KINDRED, f"{key} is still in English"


def test_a_sentence_is_said_in_another_language() -> None:
    over = Message("engine.move.over")
    assert {over.say(language) for language in ["en", *SPOKEN]} == {
        catalogue(language)["engine.move.over"] for language in ["en", *SPOKEN]
    }
    assert len({over.say(language) for language in ["en", *SPOKEN]}) == 1 + len(SPOKEN)
