"""A real Ray cluster of several nodes on this machine, each at a loopback address of its own."""

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

#: Addresses but the first, which Ray replaces by the network card's.
HOSTS = ["127.0.0.2", "127.0.0.3", "127.0.0.4"]
COMMON = ["--num-cpus=1", "--object-store-memory=100000000", "--disable-usage-stats", "--block"]
#: How many seconds a node has to start.
PATIENCE = 60


class LoopbackCluster:
    """Nodes that are started one after another, and stopped together."""

    def __init__(self, hosts=HOSTS):
        # The paths of sockets are short.
        self._folder = Path(mkdtemp(prefix="bp", dir="/tmp"))
        with socket.socket() as probe:
            probe.bind((hosts[0], 0))
            port = probe.getsockname()[1]
        self.address = f"{hosts[0]}:{port}"
        head = ["--head", f"--port={port}", "--include-dashboard=false"]
        self._nodes = {}
        try:
            self._start(hosts[0], [*head, f"--temp-dir={self._folder}"])
            for host in hosts[1:]:
                self.start(host)
        except BaseException:
            self.stop()
            raise

    def start(self, host, **environment):
        """Start a node more."""
        self._start(host, [f"--address={self.address}"], environment)

    def shards(self):
        """List the processes of this cluster in which a shard is at work."""
        return [pid for pid in self._processes() if _is_shard(pid)]

    def _processes(self):
        nodes = {node.pid for node in self._nodes.values()}
        return [pid for pid in _processes() if _session(pid) in nodes]

    def processor_seconds(self):
        """Return how long all processes of this cluster have been at work."""
        ticks = sum(map(_processor_ticks, self._processes()))
        return ticks / os.sysconf("SC_CLK_TCK")

    def _start(self, host, options, environment=None):
        log = self._folder / f"{host}.log"
        ray = Path(sys.executable).with_name("ray")
        command = [ray, "start", f"--node-ip-address={host}", *options, *COMMON]
        with log.open("wb") as out:
            self._nodes[host] = subprocess.Popen(
                command,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                env=os.environ | (environment or {}),
            )
        end = time.monotonic() + PATIENCE
        while b"block forever" not in log.read_bytes():
            if time.monotonic() > end or self._nodes[host].poll() is not None:
                raise RuntimeError(log.read_text())
            time.sleep(0.1)

    def kill(self, host):
        """Kill a node with all its processes."""
        node = self._nodes.pop(host)
        _kill_session(node.pid)
        node.wait()

    def stop(self):
        """Stop all nodes."""
        for host in list(self._nodes):
            self.kill(host)
        rmtree(self._folder, ignore_errors=True)


def _kill_session(leader):
    """Kill all processes of a session; a node's processes have groups of their own."""
    for pid in _processes():
        if _session(pid) == leader:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)


def _processes():
    return [int(folder.name) for folder in Path("/proc").glob("[0-9]*")]


def _session(pid):
    try:
        return os.getsid(pid)
    except (ProcessLookupError, PermissionError):
        return None


def _is_shard(pid):
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().startswith(b"ray::PlacedShard")
    except OSError:
        return False


def _processor_ticks(pid):
    try:
        words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return int(words[11]) + int(words[12])
