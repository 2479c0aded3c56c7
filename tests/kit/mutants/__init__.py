"""Games with one deliberate defect each, to show that the kit notices."""

from __future__ import annotations

from tests.kit.mutants import korrigans, treasure, wichtel
from tests.kit.mutants.masks import Mutant

MUTANTS: dict[str, Mutant] = {
    f"{module.GAME.name}: {defect}": mutant
    for module in (treasure, wichtel, korrigans)
    for defect, mutant in module.MUTANTS.items()
}
