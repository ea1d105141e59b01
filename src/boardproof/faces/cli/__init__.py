"""The terminal: `boardproof COMMAND GAME [name=value ...]`.

Start-up matters: a command's module, and what it needs, is imported when the command is called.
"""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys
from importlib import import_module
from importlib.util import find_spec
from threading import Thread
from types import FrameType, ModuleType
from typing import NoReturn

import click

from ... import __version__
from ...errors import BoardproofError, TooLarge
from ...questions.table import QUESTIONS
from ...suggest import suggest

#: Each command's one line of help, in the order a newcomer needs them; the questions' own are in
#: their table. A command's module has its name, with _ for -; a question needs none.
COMMANDS = {
    "tour": "Take a one-minute tour: play, lint, check, count, solve, force, draw.",
    "games": "List the games, their parameters and what is known about them.",
    "show": "Show how a game is understood: parameters, readings, state, moves, questions.",
    "play": "Play a game in the terminal, at any seat.",
    "match": "Run a round-robin match between players and report the scores.",
    **{name: entry.help for name, entry in QUESTIONS.items() if entry.help},
    "tablebase": "Inspect a solved game on disk, or merge its shards: info, probe, verify, merge.",
    "cluster": "Estimate what a game needs on a cluster: plan.",
    "results": "Solve the games whose value is known, and compare.",
    "serve": "Serve the web page: play, follow traces, ask questions in a browser.",
    "draw": "Draw a position, a trace, the positions around one, or a decision diagram.",
    "export": "Export a rulebook to TLA+, Promela, PRISM or PDDL.",
    "schema": "Print the JSON Schema of what a command takes, and of what its --json prints.",
    "bench": "Run the benchmarks: ratios to programs measured in the same run.",
    "doctor": "Show what is installed, what the machine has, and what each enables.",
    "cache": "Show or clear the cache of generated code.",
    "playthrough": "Write one game of random moves as readable text.",
}

#: After how many more objects cyclic garbage is looked for among the youngest, and so on.
THRESHOLDS = (20_000, 20, 200)


def command_module(name: str) -> ModuleType | None:
    """Import the module of a command, None for a question that needs none."""
    module = f"{__name__}.{name.replace('-', '_')}"
    return None if find_spec(module) is None else import_module(module)


class LazyGroup(click.Group):
    """Imports a command's module when the command is called, and not before."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the commands in the table's order."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Import a command, or make it from the table of questions."""
        if name not in COMMANDS:
            return None
        module = command_module(name)
        if module is None:
            from .question import question_command

            return question_command(name)
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the first word names, or suggest one."""
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            hint = suggest(args[0], COMMANDS, "`boardproof --help` lists them")
            raise click.UsageError(f"there is no command {args[0]!r}: {hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="boardproof")
def cli() -> None:
    """Write a board game's rules once; play it, prove things about it, count it, solve it.

    A GAME is a registered name (`boardproof games`) or a path: mygame.py, mygame.py:MyGame.
    Words of the form NAME=VALUE set its parameters: boardproof count kalah holes=3 beans=2.

    Exit status: 0 yes, or done; 1 no, or something fails; 2 invalid input; 3 unknown, a limit was
    reached before the answer was certain; 130 interrupted.
    """


def main(arguments: list[str] | None = None) -> None:
    """Run the command line; a user error is reported in one line, with exit status 2.

    What a limit kept from being answered has status 3.
    """
    plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    if arguments is None:
        _collect_seldom()
    before, watched = signal.signal(signal.SIGINT, _interrupt), _watch()
    sys.unraisablehook = _again
    try:
        status = cli.main(
            args=arguments,
            prog_name="boardproof",
            standalone_mode=False,
            color=False if plain else None,
        )
        sys.stdout.flush()
        if status:
            sys.exit(status)
    except click.exceptions.NoArgsIsHelpError as nothing:
        click.echo(nothing.format_message())
        sys.exit(2)
    except click.ClickException as wrong:
        _fail(wrong.format_message())
    except (click.Abort, KeyboardInterrupt) as left:
        _leave(nobody_types=isinstance(left.__cause__, EOFError))
    except BoardproofError as wrong:
        _fail(str(wrong), 3 if isinstance(wrong, TooLarge) else 2)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
    except OSError as failure:
        _fail(f"the output cannot be written: {failure.strerror}")
    except Exception:
        if signal.getsignal(signal.SIGINT) is not _end:
            raise
        _leave()  # what was interrupted may fail in any way: a compiler does
    finally:
        sys.unraisablehook = sys.__unraisablehook__
        signal.set_wakeup_fd(-1)
        os.close(watched)
        if signal.getsignal(signal.SIGINT) is _interrupt:  # once interrupted, the next one ends it
            signal.signal(signal.SIGINT, before)


def _collect_seldom() -> None:
    """Look for cyclic garbage seldom, and at the end not at all: most of what is made is kept."""
    gc.set_threshold(*THRESHOLDS)
    atexit.register(gc.freeze)  # what is frozen is looked at no more


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    """Interrupt the work, which may have something to say yet; a second time ends it at once."""
    signal.signal(signal.SIGINT, _end)
    raise KeyboardInterrupt


def _again(lost: sys.UnraisableHookArgs) -> None:
    """Interrupt a moment later where it was lost: in a finalizer, or in a compiler's callback."""
    if lost.exc_type is not KeyboardInterrupt:
        sys.__unraisablehook__(lost)
        return
    signal.signal(signal.SIGALRM, _interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.01)


def _watch() -> int:
    """Let a thread see interruptions too: where a compiler keeps the rest from it, the thread runs.

    Return the number of the pipe through which it hears of signals; to close it ends the thread.
    """
    hears, tells = os.pipe()
    os.set_blocking(tells, False)
    signal.set_wakeup_fd(tells, warn_on_full_buffer=False)
    # The thread inherits that signals are blocked: they go to the main one, which may defer them.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    Thread(target=_end_at_second, args=(hears,), daemon=True).start()
    signal.pthread_sigmask(signal.SIG_SETMASK, before)
    return tells


def _end_at_second(hears: int) -> None:
    """End at the second interruption."""
    seen = 0
    while heard := os.read(hears, 1):
        seen += heard[0] == signal.SIGINT
        if seen == 2:
            _end()
    os.close(hears)


def _end(*_: object) -> NoReturn:
    """End at once; only the cursor, which a bar has hidden, is shown again."""
    if sys.stderr.isatty():
        os.write(sys.stderr.fileno(), b"\x1b[?25h\n")
    os._exit(130)


def _leave(nobody_types: bool = False) -> NoReturn:
    """Say how far the work was, and exit."""
    progress = sys.modules.get(f"{__name__}.progress")
    last = progress.Watch.last if progress else ""
    text = f"interrupted at {last}" if last else "interrupted"
    click.echo("" if nobody_types else text, err=True)
    sys.exit(130)


def _fail(message: str, status: int = 2) -> None:
    click.echo(f"boardproof: {message}", err=True)
    sys.exit(status)
