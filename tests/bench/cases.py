"""What the bench measures, and the limits it must hold."""
import dataclasses


@dataclasses.dataclass(frozen=True)
class Case:
    name: str
    op: str
    ranks: int
    lanes: int = 1
    mebibytes: int = 1024  # of the buffer of every rank
    slice_kib: int = 1024
    slots: int = 8
    kernels: bool = False
    peer: bool = False
    limit_s: float = None
    peer_s: float = None  # of the peer where the limits were set

    def words(self):
        flags = ["--kernels"] if self.kernels else []
        return ["--op", self.op, "--ranks", self.ranks, "--lanes", self.lanes, "--mebibytes", self.mebibytes,
                "--slice_kib", self.slice_kib, "--slots", self.slots] + flags


# Seconds of the run on one core, everything on: contention, ciphers, jitter, statistics. The limits come from a prototype that
# ran beside the peer on another machine; how long the peer takes here says how fast this machine is.
CASES = [
    Case("ring, 1,024 ranks", "ring", 1024, peer=True, limit_s=0.6, peer_s=6.4),
    Case("ring, 1,024 ranks, 4 lanes", "ring", 1024, lanes=4, limit_s=2.5),
    Case("ring, 2,048 ranks", "ring", 2048, peer=True, limit_s=2.5, peer_s=49),
    Case("all-to-all, 512 ranks", "all_to_all", 512, limit_s=0.2),
    Case("all-to-all, 512 ranks, slices of 64 KiB", "all_to_all", 512, slice_kib=64, limit_s=1.6),
    Case("ring, 256 ranks, slices of 16 KiB", "ring", 256, slice_kib=16, limit_s=5),
    Case("ring, 256 ranks, slices of 16 KiB, 2 slots", "ring", 256, slice_kib=16, slots=2, limit_s=5),
    Case("all-to-all of 2 GiB, 256 ranks, slices of 16 KiB", "all_to_all", 256, mebibytes=2048, slice_kib=16, limit_s=5),
    Case("ring, 1,024 ranks, steps take time", "ring", 1024, kernels=True),
    Case("all-to-all, 512 ranks, steps take time", "all_to_all", 512, kernels=True),
]
MEMORY_LIMIT_MB = {"ring, 2,048 ranks": 100, "closed forms: hierarchical all-reduce, 228 racks of 72": 200}
PEER_FACTOR = {"ring, 1,024 ranks": 10}

RANKS = ([Case(f"ranks: ring, {n}", "ring", n, peer=n <= 512) for n in (64, 128, 256, 512)] +
         [Case(f"ranks: all-to-all, {n}", "all_to_all", n, peer=n <= 256) for n in (64, 128, 256)] +
         [Case("ranks: all-to-all, 1024", "all_to_all", 1024)])
BYTES = [Case(f"bytes: {op}, {m}", op, 256, mebibytes=m)
         for op in ("ring", "all_to_all") for m in (1, 16, 256, 4096, 16384)]


@dataclasses.dataclass(frozen=True)
class Program:
    """A whole run, start to exit."""
    name: str
    scenario: str
    settings: tuple = ()
    limit_s: float = None

    def words(self):
        return [word for setting in self.settings for word in ("--set", setting)]


PROGRAMS = [
    Program("hierarchical all-reduce, 128 nodes of 8", "hierarchical_nodes.yaml", ("machine.nodes=128",)),
    Program("all-reduce in the switches, 72 GPUs", "switch_reduction.yaml"),
    Program("closed forms: hierarchical all-reduce, 16 racks of 72, all of them", "hierarchical_racks.yaml", ("machine.racks=16", "fold=0")),
    Program("closed forms: hierarchical all-reduce, 16 racks of 72", "hierarchical_racks.yaml", ("machine.racks=16",)),
    Program("closed forms: hierarchical all-reduce, 57 racks of 72", "hierarchical_racks.yaml", ("machine.racks=57",)),
    Program("closed forms: hierarchical all-reduce, 228 racks of 72", "hierarchical_racks.yaml", ("machine.racks=228",), limit_s=5),
    Program("closed forms: the same without a cipher, on 32 channels", "hierarchical_racks.yaml", ("machine.racks=228", "profile=off"), limit_s=5),
]
