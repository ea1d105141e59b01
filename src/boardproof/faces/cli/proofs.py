"""Proofs of answers, written to files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ...errors import BadInput, TooLarge
from ...ir.rules import Rules
from ...questions.requests import CheckRequest, FindRequest, started
from .output import check_writable


def check_proof(proof: str | None, request: Any) -> None:
    """Refuse a file that no proof can be written to, or a question with several answers."""
    if proof is None:
        return
    if Path(proof).suffix == ".cnf":
        raise BadInput(f"--proof {proof}: the clauses are written there; name it .drat")
    if isinstance(request, CheckRequest) and len(request.names) != 1:
        raise BadInput("--proof writes one proof: name one property")
    if isinstance(request, FindRequest) and request.boards is not None:
        raise BadInput("--proof is about single positions: omit --boards")
    check_writable(proof)


def save_proof(rules: Rules, request: Any, answer: Any, proof: str) -> None:
    """Write the proof of an answer and its clauses, or print why there is none."""
    try:
        refutation = _refutation(started(rules, request), request, answer)
    except TooLarge as reason:
        why = str(reason) or "it takes too long: allow more with --time"
        click.echo(f"{proof} is not written: {why}", err=True)
        return
    path = Path(proof)
    try:
        refutation.write(path)
    except OSError as failure:
        raise BadInput(f"{proof} cannot be written: {failure.strerror}") from None
    clauses = f"{len(refutation.clauses):,} clauses in {path.with_suffix('.cnf')}"
    click.echo(f"{proof}: a proof in {len(refutation.lines):,} lines; {clauses}", err=True)


def _refutation(rules: Rules, request: Any, answer: Any) -> Any:
    from ...questions.refutations import property_refutation, query_refutation

    if isinstance(request, CheckRequest):
        (verdict,) = answer
        if verdict.affirmative is not True:
            raise TooLarge(f"{verdict.name} is not known to hold")
        return property_refutation(rules, verdict.name, request.time)
    if answer.found or answer.affirmative is None:
        raise TooLarge("clauses can only prove that there is no match")
    return query_refutation(rules, request.text, request.anywhere, request.depth, request.time)
