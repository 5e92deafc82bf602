import { perfectMatching } from '../matching/matching.ts';
import { type Bracket, pairBracket } from './bracket.ts';
import { mayMeet } from './criteria.ts';
import type { SwissPlayer } from './players.ts';
import { sideOfHigher } from './sides.ts';

export interface SwissPairing {
  pairs: { red: string; blue: string }[];
  bye: string | null;
}

/** Number of players below the next scoregroup that a bracket is first paired with. */
const OUTLOOK = 40;

function byRank(a: SwissPlayer, b: SwissPlayer): number {
  return b.score - a.score || a.number - b.number;
}

/**
 * Returns the lowest score with which a player can have the bye so that all others have opponents (C2, C4, C5), null for an even
 * number of players, or undefined if no pairing exists.
 */
function byeScoreOf(players: readonly SwissPlayer[]): number | null | undefined {
  const ends: number[] = [];
  const weights: number[] = [];
  for (const [low, lower] of players.entries()) {
    for (const [high, higher] of players.slice(0, low).entries()) {
      if (!mayMeet(higher, lower)) continue;
      ends.push(high, low);
      weights.push(0);
    }
    if (players.length % 2 === 0 || lower.hadFreeWin) continue;
    ends.push(low, players.length);
    weights.push(-2 * lower.score);
  }
  const found = perfectMatching({ size: players.length + (players.length % 2), limbs: 1, ends, weights });
  if (found === null) return undefined;
  return players.length % 2 === 0 ? null : players[found.mates[players.length]!]!.score;
}

function endOf(players: readonly SwissPlayer[], start: number): number {
  const end = players.findIndex(({ score }, index) => index >= start && score !== players[start]!.score);
  return end === -1 ? players.length : end;
}

/**
 * Returns the bracket with as many players below the next scoregroup as are in sight. They only ensure that all players find
 * opponents, for which these are enough but in rare cases.
 */
function bracketOf(
  players: readonly SwissPlayer[],
  movedDown: number,
  byeScore: number | null,
  outlook: number,
): Bracket {
  const end = endOf(players, movedDown);
  const nextEnd = end === players.length ? end : endOf(players, end);
  const cut = nextEnd + outlook + ((nextEnd + outlook) % 2);
  const isBelow = cut < players.length && (byeScore === null || players[cut - 1]!.score > byeScore);
  if (!isBelow) return { players, movedDown, end, nextEnd, byeScore };
  return { players: players.slice(0, cut), movedDown, end, nextEnd, byeScore: null };
}

/**
 * Pairs a round by the Dutch system (FIDE Handbook C.04.3 of 1 July 2025), without exceptions for leaders in the last round, so
 * that color differences of 2 and two games of the same side in a row are never exceeded. Returns null if no pairing exists in
 * which each player has a new opponent or the first bye: the tournament cannot have another round. Pure.
 */
export function pairRound(all: readonly SwissPlayer[]): SwissPairing | null {
  const players = all.toSorted(byRank);
  const byeScore = byeScoreOf(players);
  if (byeScore === undefined) return null;
  return pairBrackets(players, byeScore, OUTLOOK) ?? pairBrackets(players, byeScore, players.length);
}

function pairBrackets(
  all: readonly SwissPlayer[],
  byeScore: number | null,
  outlook: number,
): SwissPairing | null {
  let players = all;
  const pairs: SwissPairing['pairs'] = [];
  let movedDown = 0;
  while (movedDown < players.length) {
    const bracket = bracketOf(players, movedDown, byeScore, outlook);
    const found = pairBracket(bracket);
    if (found === null) return null;
    for (const [high, low] of found) {
      const [higher, lower] = [players[high]!, players[low]!];
      const isRed = sideOfHigher(higher, lower) === 'red';
      pairs.push({ red: (isRed ? higher : lower).id, blue: (isRed ? lower : higher).id });
    }
    const gone = new Set(found.flat());
    players = players.filter((_, index) => !gone.has(index));
    movedDown = bracket.end - gone.size;
  }
  return { pairs, bye: players[0]?.id ?? null };
}
