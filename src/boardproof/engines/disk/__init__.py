"""The disk engine: the machine code of the compiled engine, with its layers in a folder."""

from ..profile import CONTRACT, PERFT, EngineProfile

#: It sorts, writes and reads what the compiled engine keeps.
DISK = EngineProfile(
    name="disk",
    load=f"{__name__}.engine:DiskEngine",
    abilities=CONTRACT - {PERFT},
    startup=1.3,
    first=4.7,
    rate=500_000,
    phase="compiling",
    on_disk=True,
    layers_of="compiled",
)
