/** What is known about the dens without searching: wins in one and in three plies, and what threatens. */
import { cell, denOf, lowest, neighborsOf, occupied, squareOf, trapsOf, typesOf } from './board';
import { distance, wayOf } from './paths';

/** Whether a side to move enters the enemy's den now: every neighbor of a den is a trap. */
export function canEnterDen(owner: i32): bool {
  return (occupied(owner) & trapsOf(owner ^ 1)) !== 0;
}

/** The pieces that stand in the traps of `owner`; each enters the den next unless it is taken. */
export function intruders(owner: i32): u64 {
  return occupied(owner ^ 1) & trapsOf(owner);
}

/**
 * Whether `owner`, to move, can step into a trap of the enemy where nothing can take it, and so enters the den with its
 * next move. Exact unless the enemy enters a den first. No leap ends in a trap, and next to one there is no river.
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

/** Whether one of the pieces on `attackers`, all on land, takes a type on its own ground. */
function takesOneOf(_owner: i32, attackers: u64, type: u32): bool {
  for (let rest = attackers; rest !== 0; rest &= rest - 1) {
    const attacker = (cell(lowest(rest)) - 1) & 7;
    if (attacker === 0 ? type === 0 || type === 7 : attacker >= type && (attacker !== 7 || type !== 0))
      return true;
  }
  return false;
}

/** Whether an enemy could reach the den of `owner` in so few moves of its own, were nothing in the way. */
export function enemyWithin(owner: i32, moves: u32): bool {
  const den = lowest(denOf(owner));
  const base = (<u32>(owner ^ 1)) << 3;
  for (let types = typesOf(owner ^ 1); types !== 0; types &= types - 1) {
    const type = ctz(types);
    if (distance(owner ^ 1, wayOf(type), squareOf(base + type), den) <= moves) return true;
  }
  return false;
}
