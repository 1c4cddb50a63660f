from tests.processes import ROOT

CRAZY_EIGHTS = str(ROOT / "examples" / "crazy_eights")
