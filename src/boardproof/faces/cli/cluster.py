"""`boardproof cluster`."""

from __future__ import annotations

import click
import msgspec

from ...limits import size_text
from ...questions.cluster_plan import ClusterPlan, cluster_plan
from .disk_room import time_text
from .options import BYTES, WholeNumber, game_arguments, json_option, load_rules

JSON = {"cluster plan": ClusterPlan}


@click.group("cluster")
def command() -> None:
    """Estimate what a game needs on a cluster: plan.

    `boardproof count GAME --cluster ADDRESS --disk DIR` uses one; so do solve and force.
    """


@command.command("plan")
@game_arguments
@click.option("--nodes", type=WholeNumber(1, 10_000), default=4, show_default=True,
              help="Machines in the cluster.")  # fmt: skip
@click.option("--cores", type=WholeNumber(1, 1_000), default=16, show_default=True,
              help="Cores per node.")  # fmt: skip
@click.option("--memory", type=BYTES, default="64G", show_default=True, metavar="SIZE",
              help="Memory per node.")  # fmt: skip
@click.option("--disk", type=BYTES, default="2T", show_default=True, metavar="SIZE",
              help="Space in the folder that all nodes share.")  # fmt: skip
@json_option
def plan(
    game: str,
    words: tuple[str, ...],
    nodes: int,
    cores: int,
    memory: int,
    disk: int,
    as_json: bool,
) -> None:
    """Estimate what will fit and how long it takes, before anything is started.

    For that, a few million positions are counted on this machine, as on disk.
    """
    planned = cluster_plan(load_rules(game, words), nodes, cores, memory, disk)
    if as_json:
        click.echo(msgspec.json.encode(planned))
        return
    about = "" if planned.exact else "perhaps "
    verdict = "fits" if planned.fits else "does not fit"
    click.echo(f"{' '.join([game, *words])} has {about}{planned.positions:,} positions")
    click.echo(
        f"  a sample   {planned.rate:,.0f} positions a second by one core of this machine, "
        f"{planned.bytes_each:.2f} bytes each in shards"
    )
    count, solve = size_text(planned.count_bytes), size_text(planned.solve_bytes)
    click.echo(f"  disk       {count} for the positions, {solve} with their values: {verdict}")
    sent, asked = size_text(planned.network_bytes), size_text(planned.solve_network_bytes)
    click.echo(f"  network    {sent} to count, {asked} to solve")
    click.echo(f"  count      about {time_text(planned.count_seconds)} on {nodes} x {cores} cores")
    passes = "" if planned.passes == 1 else f", {planned.passes:,} passes over the largest plies"
    click.echo(f"  solve      about {time_text(planned.solve_seconds)}{passes}")
