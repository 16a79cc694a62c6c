"""Cache of machine code on disk. It guarantees the following; each guarantee names the submodule that implements it.

* **Never stale** (`key`). A key covers everything that affects the code of an entry: the sources of the shared layers
  and of the games whose records the entry takes, the entry's signature, Python, Numba, LLVM and NumPy, the processor
  and every setting that changes generated code. An edit of one game leaves the code of all other games valid.
* **Independent of place** (`key`). Paths, times, comments and docstrings are not part of a key, so clones, containers
  and CI share one cache. Line numbers in messages can therefore come from another clone. In checked mode, where
  messages matter, line numbers are part of the key.
* **Compiled once** (`entries`). One process compiles an entry while the others wait. The lock is released on every
  exit, even if the compiler raises an error or is interrupted; the next call then compiles (`interrupts`).
* **Never broken** (`entries`). Files are written atomically and contain a checksum.
* **Trusted** (`folders`). A cache folder contains code that will run. It is used only if it belongs to this user, is
  not a link and cannot be written by others. The user can name a shared folder in `SALEROOM_CACHE`.
* **Optional** (`folders`). When a folder is first needed, Saleroom tries the user's cache folder, then a temporary
  folder. Without a folder, each process compiles in memory and reports this.
* **Bounded** (`folders`). Files that were unused for 30 days are removed. If the folder exceeds 2 GB, the least
  recently used files are removed.
"""

from saleroom.kernel.codecache.folders import folder, prune
from saleroom.kernel.codecache.interrupts import deliver as deliver_signals
from saleroom.kernel.codecache.key import all_code, declare_game, game_code, require_covered

__all__ = [
    "all_code",
    "declare_game",
    "deliver_signals",
    "folder",
    "game_code",
    "prune",
    "require_covered",
]
