"""The table of questions: each with its request, the function that answers it, and a line of help.

This table is the only registration of a question. The terminal makes its command from it, the page
its schema and its list of questions. It is plain text, so that `boardproof --help` imports nothing.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class QuestionEntry:
    """A question: its struct in `requests.py`, its function as `module:name`, and one line of help.

    A module of another room has its whole name.

    The terminal saves and opens the `traces` of answers that have some; `names_rules` is set where
    a request names properties or predicates, which may stand in a file of their own, and `proves`
    where the terminal writes proofs of answers. Without help a question has no command of its own:
    another command asks it.
    """

    request: str
    function: str
    help: str
    traces: bool = False
    names_rules: bool = False
    proves: bool = False


QUESTIONS = {
    "perft": QuestionEntry(
        "PerftRequest", "perft:perft", "Count the sequences of legal moves, depth by depth."
    ),
    "count": QuestionEntry(
        "CountRequest",
        "explore:explore",
        "Count the reachable positions, ply by ply and by result.",
    ),
    "solve": QuestionEntry(
        "SolveRequest",
        "solve:solve",
        "Find the value, the best moves and the distance of every position.",
    ),
    "weak-solve": QuestionEntry("WeakSolveRequest", "solve_weak:solve_weak", ""),
    "analyse": QuestionEntry(
        "AnalyseRequest",
        "analyse:analyse",
        "Show what is known about a position and its moves: estimated, searched, proved.",
    ),
    "check": QuestionEntry(
        "CheckRequest",
        "check:check",
        "Check a game's properties; each failure comes with a shortest trace.",
        traces=True,
        names_rules=True,
        proves=True,
    ),
    "find": QuestionEntry(
        "FindRequest",
        "find:find",
        "Find positions that satisfy an expression, reachable or not; count them.",
        traces=True,
        names_rules=True,
        proves=True,
    ),
    "force": QuestionEntry(
        "ForceRequest",
        "force:force",
        "Decide whether players can force a goal against all others, and play against them.",
    ),
    "same-game": QuestionEntry(
        "SameGameRequest",
        "same_game:same_game",
        "Decide whether two games, or two readings of one, are played alike.",
    ),
    "lint": QuestionEntry(
        "LintRequest",
        "lint:lint",
        "Report likely mistakes in a rulebook: stuck positions, dead rules, readings.",
        traces=True,
    ),
    "judge": QuestionEntry(
        "JudgeRequest",
        "boardproof.players.judge:judge",
        "Compare a player's choices with perfect play, by ply and by result.",
    ),
    "explain": QuestionEntry(
        "ExplainRequest", "explain:explain", "Show what a move changes, step by step."
    ),
}
