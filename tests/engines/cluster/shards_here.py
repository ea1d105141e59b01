"""Shards in this process: what dies is made anew and does its task again, as on a cluster."""

from boardproof.analysis.digest import digest
from boardproof.engines.cluster import team
from boardproof.engines.cluster.rulebook import rulebook_of
from boardproof.engines.cluster.shard import Shard
from boardproof.limits import Limits


class Killed(BaseException):
    """A process is gone."""


class ShardsHere(team.ShardTeam):
    """A team whose shards are objects.

    `revived` is called whenever one of them was killed; without it, all is over then.
    """

    def __init__(self, rules, disk, size, revived):
        self.size, self._disk, self._revived = size, disk, revived
        self._book = rulebook_of(rules.game)
        self._shards = [self._new(number) for number in range(size)]

    def _new(self, number):
        return Shard(self._book, number, self.size, self._disk, None, self.size, True)

    def _started(self, task, returns, parcels=None):
        name, *arguments = task
        for number in range(self.size):
            own = [one[number] if isinstance(one, team.Each) else one for one in arguments]
            yield self.one(number, name, *own, *(parcels[number] if parcels else ()))

    def _answers(self, started, seconds=None):
        return list(started)

    def one(self, number, task, *arguments):
        while True:
            try:
                return getattr(self._shards[number], task)(*arguments)
            except Killed:
                if self._revived is None:
                    raise
                self._revived()
                self._shards[number] = self._new(number)


def shards_here(rules, disk, size=2, revived=None):
    """Let the cluster engine find shards that are here; return them, and what it may use."""
    limits = Limits(threads=1, disk=disk, cluster="here")
    made = ShardsHere(rules, disk, size, revived)
    team._teams["here", str(disk), digest(rules), str(limits.symmetry)] = made
    return made, limits
