"""Pictures of the page: `python -m tests.page.shots` makes the few that the documentation shows, in docs/pictures;
with a folder, every screen as it is by day and by night, at a desk and on a phone."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from playwright.sync_api import Browser, Page

import cardshed
from tests.page import screens
from tests.page.browser import DESKTOP, PHONE, Visits, browsing
from tests.server.served import serving

PICTURES = Path(__file__).parent.parent.parent / "docs" / "pictures"
QUALITY = 80  # of the JPEG
MOST = 1_500_000  # bytes of all pictures that are kept
LOOKS = {
    f"{place}-{theme}": (size, theme)
    for place, size in (("desktop", DESKTOP), ("phone", PHONE))
    for theme in ("dark", "light")
}
BEST = {
    "desktop-dark": ("front", "thirteen", "pyramid", "segments", "guide of rummy", "analysis of segments"),
    "desktop-light": ("lab", "parcels", "rummy", "answer of thirteen"),
    "phone-dark": ("pyramid", "segments", "guide of parcels"),
    "phone-light": ("thirteen",),
}


def every_screen(page: Page) -> Iterator[str]:
    return chain(
        screens.plain_pages(page), screens.waiting(page), screens.tables(page, 6), screens.sheets(page),
        screens.learning(page, list(cardshed.games())), screens.ends(page, list(cardshed.games())),
    )  # fmt: skip


def best_screens(page: Page, wanted: tuple[str, ...]) -> Iterator[str]:
    yield from (name for name in screens.plain_pages(page) if name in wanted)
    yield from screens.tables(page, 6, [name for name in wanted if name in cardshed.games()])
    taught = [name.split()[-1] for name in wanted if name.startswith(("guide", "answer"))]
    looked_at = [name.split()[-1] for name in wanted if name.startswith("analysis")]
    for screen in chain(screens.learning(page, taught), screens.ends(page, looked_at) if looked_at else ()):
        if screen in wanted:
            yield screen


def make(browser: Browser, url: str, folder: Path, best: bool) -> int:
    """Write the pictures; returns how many bytes they have."""
    folder.mkdir(parents=True, exist_ok=True)
    size = 0
    for look, (place, theme) in LOOKS.items():
        visits = Visits(browser, url)
        page = visits.person(place, theme, motion="reduce")
        for screen in best_screens(page, BEST[look]) if best else every_screen(page):
            file = folder / f"{screen.replace(' ', '-')}-{look}.jpg"
            page.screenshot(path=file, type="jpeg", quality=QUALITY)
            size += file.stat().st_size
            print(f"{file.stat().st_size / 1000:6.0f} kB  {file.name}")
        visits.close()
        visits.check()
    return size


def main() -> None:
    best = len(sys.argv) < 2
    folder = PICTURES if best else Path(sys.argv[1])
    with browsing() as browser, tempfile.TemporaryDirectory() as data, serving(Path(data)) as served:
        size = make(browser, served.url, folder, best)
    print(f"{size / 1e6:6.2f} MB  in {folder}")
    if best and size > MOST:
        sys.exit(f"the pictures are larger than {MOST / 1e6:.0f} MB together: show fewer of them")


if __name__ == "__main__":
    main()
