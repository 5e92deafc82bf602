/** Den threats without search: wins in one and in three plies. */
import { cell, denOf, lowest, neighborsOf, occupied, squareOf, trapsOf, typesOf } from './board';
import { distance, wayOf } from './paths';

/** Returns whether a side to move enters the enemy's den now: every neighbor of a den is a trap. */
export function canEnterDen(owner: i32): bool {
  return (occupied(owner) & trapsOf(owner ^ 1)) !== 0;
}

/** Returns the pieces in the traps of `owner`. Each enters the den next unless it is captured. */
export function intruders(owner: i32): u64 {
  return occupied(owner ^ 1) & trapsOf(owner);
}

/**
 * Returns whether `owner`, to move, can step into a trap of the enemy where nothing can capture the piece, and so
 * enters the den with its next move. Exact unless the enemy enters a den first. No jump ends in a trap, and no trap
 * is next to the river.
 */
export function canInvade(owner: i32): bool {
  const enemy = occupied(owner ^ 1);
  const own = occupied(owner);
  for (let traps = trapsOf(owner ^ 1) & ~own; traps !== 0; traps &= traps - 1) {
    const trap = lowest(traps);
    const near = neighborsOf(trap);
    if ((near & enemy) !== 0 || (near & own) === 0) continue;
    const code = cell(trap);
    if (code === 0 || takesOneOf(owner, near & own, (code - 1) & 7)) return true;
  }
  return false;
}

/** Returns whether one of the pieces on `attackers`, all on land, can capture a type on its own ground. */
function takesOneOf(_owner: i32, attackers: u64, type: u32): bool {
  for (let rest = attackers; rest !== 0; rest &= rest - 1) {
    const attacker = (cell(lowest(rest)) - 1) & 7;
    if (attacker === 0 ? type === 0 || type === 7 : attacker >= type && (attacker !== 7 || type !== 0))
      return true;
  }
  return false;
}

/** Returns whether an enemy could reach the den of `owner` within `moves` moves on an empty board. */
export function enemyWithin(owner: i32, moves: u32): bool {
  const den = lowest(denOf(owner));
  const base = (<u32>(owner ^ 1)) << 3;
  for (let types = typesOf(owner ^ 1); types !== 0; types &= types - 1) {
    const type = ctz(types);
    if (distance(owner ^ 1, wayOf(type), squareOf(base + type), den) <= moves) return true;
  }
  return false;
}
