"""The command: see the package's own words, and `python -m tests.mutants --help`."""

from __future__ import annotations

import argparse
import json
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from queue import SimpleQueue

from tests.mutants import draw, trial
from tests.mutants.places import Mutant

CAUGHT, SURVIVED, EQUIVALENT, STALE = "caught", "survived", "equivalent", "stale reason"


@dataclass(frozen=True)
class Verdict:
    suite: str
    number: int
    mutant: Mutant
    verdict: str
    outcome: trial.Outcome

    def told(self) -> str:
        m, by = self.mutant, f"  by {self.outcome.by}" if self.outcome.status > 0 else ""
        if self.outcome.status < 0:
            by = "  by taking too long"
        place = f"{Path(m.path).name} {m.function}"
        return f"{self.suite} {self.number:2} {self.verdict:10} {self.outcome.seconds:6.1f} s  {place}: {m.becomes}{by}"

    def line(self) -> str:
        m, told = self.mutant, {"suite": self.suite, "number": self.number, "verdict": self.verdict}
        places = {
            "file": m.path,
            "function": m.function,
            "kind": m.kind,
            "was": m.was,
            "becomes": m.becomes,
            "nth": m.nth,
        }
        return json.dumps(told | places | asdict(self.outcome), ensure_ascii=False)


def judged(suite: str, m: Mutant, outcome: trial.Outcome) -> str:
    excused = any(reason.about(m) for reason in draw.reasons(suite))
    if outcome.status == 0:
        return EQUIVALENT if excused else SURVIVED
    return STALE if excused else CAUGHT


def tried(suite: str, only: list[int] | None, jobs: int) -> list[Verdict]:
    """All mutants of a suite, or one; each is told as soon as it is judged."""
    with trial.copies(jobs) as made:
        wanted = [(n, m) for n, m in enumerate(draw.drawn(suite, made[0].root)) if only is None or n in only]
        baseline = made[0].tests(suite)
        if baseline.status != 0:
            sys.exit(f"{suite}: the tests fail without any mutant, {baseline.by}")
        limit = trial.limit_s(suite, baseline)
        print(f"{suite}: without a mutant {baseline.seconds:.0f} s, of a processor {baseline.cpu:.0f} s", flush=True)
        free: SimpleQueue[trial.Copy] = SimpleQueue()
        for copy in made:
            free.put(copy)

        def one(numbered: tuple[int, Mutant]) -> Verdict:
            number, m = numbered
            copy = free.get()
            try:
                with copy.mutated(m):
                    outcome = copy.tests(suite, limit)
            finally:
                free.put(copy)
            verdict = Verdict(suite, number, m, judged(suite, m, outcome), outcome)
            print(verdict.told(), flush=True)
            return verdict

        with ThreadPoolExecutor(jobs) as pool:
            judging = [pool.submit(one, numbered) for numbered in wanted]
            try:
                return [verdict.result() for verdict in judging]
            except BaseException:  # interrupted: nothing goes on behind our back
                pool.shutdown(wait=False, cancel_futures=True)
                for copy in made:
                    copy.stop()
                raise


def passed(suite: str, verdicts: list[Verdict], whole: bool) -> bool:
    """Says how it went, too."""
    count = {verdict: sum(v.verdict == verdict for v in verdicts) for verdict in (CAUGHT, EQUIVALENT, SURVIVED, STALE)}
    told = ", ".join(f"{n} {verdict}" for verdict, n in count.items())
    print(f"{suite}: {told}; {sum(v.outcome.cpu for v in verdicts) / 60:.1f} minutes of a processor", flush=True)
    if suite == draw.PACKAGE and whole:
        return count[CAUGHT] >= draw.TO_CATCH
    return count[SURVIVED] == count[STALE] == 0


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=sys.modules["tests.mutants"].__doc__)
    parser.add_argument("what", choices=["game", draw.PACKAGE])
    parser.add_argument("names", nargs="*", metavar="NAME", help="games; all if none is named")
    parser.add_argument("--list", action="store_true", help="say which mutants there are, and try none")
    parser.add_argument("--only", type=int, action="append", metavar="N", help="try this mutant; may be repeated")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="how many at once")
    parser.add_argument("--out", type=Path, metavar="FILE", help="results, a line of JSON each")
    chosen = parser.parse_args()
    suites = [draw.PACKAGE] if chosen.what == draw.PACKAGE else chosen.names or draw.GAMES
    if unknown := set(suites) - {draw.PACKAGE, *draw.GAMES}:
        parser.error(f"no such game: {', '.join(unknown)}")
    if chosen.list:
        for suite in suites:
            for number, m in enumerate(draw.drawn(suite)):
                print(f"{suite} {number:2} {m.path} {m.function}: {m.kind}\n    - {m.was}\n    + {m.becomes}")
        return
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    fine = True
    lines: list[str] = []
    for suite in suites:
        verdicts = tried(suite, chosen.only, chosen.jobs)
        fine &= passed(suite, verdicts, chosen.only is None)
        lines += [verdict.line() for verdict in verdicts]
        if chosen.out:
            chosen.out.write_text("\n".join(lines) + "\n", encoding="utf-8")
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main()
