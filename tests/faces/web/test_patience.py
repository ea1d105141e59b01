"""Analysis and machine code: one that is patient goes on until the code was made and used."""

from threading import Event
from time import monotonic
from typing import Any

import pytest

from boardproof.faces.web import analysis
from boardproof.faces.web.questions import PageQuestion
from boardproof.limits import memory_in_use
from boardproof.questions import study
from boardproof.questions.machine_code import MachineCode

SECONDS = 0.5


@pytest.mark.parametrize("patient", [False, True])
def test_a_patient_analysis_waits_for_machine_code_and_another_does_not(
    monkeypatch: pytest.MonkeyPatch, patient: bool
) -> None:
    made = Event()
    for name in ("FEW", "SOME"):  # nothing is solved: the machine code is waited for
        monkeypatch.setattr(study, name, 2)
    monkeypatch.setattr(MachineCode, "_make", lambda self: made.wait(60))
    monkeypatch.setattr(analysis, "USING", 0.1)
    monkeypatch.setattr(analysis, "_ANALYSTS", {})

    def tell(event: dict[str, Any]) -> None:
        late = monotonic() > question.began + 2 * SECONDS
        if patient and late and event["analysis"]["phase"] == "compiling":
            made.set()

    asked = {"game": "connect-four", "parameters": {}, "start": "", "moves": [], "at": None}
    asked |= {"seconds": SECONDS, "patient": patient}
    memory = memory_in_use() + (1 << 30)
    assert PageQuestion(asked, lambda *_: None, memory).engine  # the rules are read before
    question = PageQuestion(asked, lambda *_: None, memory, 60.0, tell)
    assert not analysis.analyse(question)["complete"]
    assert made.is_set() == patient
    made.set()
