"""Which mutants are tried, and the reasons why some of them cannot be caught."""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from cardshed.engine.core.cache import closure
from tests.mutants.places import OF_ALL, OF_RULES, Mutant, mutants, order

ROOT = Path(__file__).resolve().parents[2]
REASONS = Path(__file__).parent / "equivalent.toml"
GAMES = ("pyramid", "thirteen", "parcels", "segments", "rummy")
PACKAGE = "package"
SEED = 2026
OF_A_GAME, OF_THE_PACKAGE, TO_CATCH = 30, 40, 32
OF_A_FUNCTION = 2  # at most, so that they are spread


@dataclass(frozen=True)
class Reason:
    """Why nobody can notice a mutant."""

    file: str
    function: str
    was: str
    becomes: str
    why: str
    nth: int = 1

    def about(self, m: Mutant) -> bool:
        told = (Path(m.path).name, m.function, m.was, m.becomes, m.nth)
        return told == (self.file, self.function, self.was, self.becomes, self.nth)


def reasons(suite: str) -> list[Reason]:
    return [Reason(**reason) for reason in tomllib.loads(REASONS.read_text(encoding="utf-8")).get(suite, [])]


def sources(suite: str) -> list[str]:
    """A game's rules with the modules beside them that they are made of; or all that is neither a game nor a page."""
    package = ROOT / "src/cardshed"
    if suite == PACKAGE:
        left_out = (package / "games", package / "server/web")
        found = {path for path in package.rglob("*.py") if not any(map(path.is_relative_to, left_out))}
    else:
        rules = package / "games" / suite / "rules.py"
        found = {path for path in closure([rules]) if path.parent == rules.parent}
    return sorted(str(path.relative_to(ROOT)) for path in found)


def kinds(suite: str) -> set[str]:
    return OF_ALL if suite == PACKAGE else OF_RULES


def candidates(suite: str, root: Path) -> list[Mutant]:
    texts = {path: (root / path).read_text(encoding="utf-8") for path in sources(suite)}
    return [mutant for path, text in texts.items() for mutant in mutants(path, text, kinds(suite))]


def drawn(suite: str, root: Path = ROOT) -> list[Mutant]:
    """By lots that an edit elsewhere does not change; few of a function, and of each kind as many."""
    number = OF_THE_PACKAGE if suite == PACKAGE else OF_A_GAME
    of_a_kind = -(-number // len(kinds(suite)))
    functions: Counter[tuple[str, str]] = Counter()
    alike: Counter[str] = Counter()
    chosen: list[Mutant] = []
    for m in sorted(candidates(suite, root), key=lambda m: m.lot(SEED)):
        if len(chosen) < number and functions[m.path, m.function] < OF_A_FUNCTION and alike[m.kind] < of_a_kind:
            functions[m.path, m.function] += 1
            alike[m.kind] += 1
            chosen.append(m)
    return sorted(chosen, key=order)
