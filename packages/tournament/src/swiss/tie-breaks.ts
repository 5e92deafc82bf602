import type { Player, SheetEntry, TournamentState } from '../state.ts';
import { pointsOf } from './players.ts';

/**
 * Tie-breaks of the FIDE Handbook C.07 (1 September 2023) after a number of rounds. Of unplayed rounds, an own one counts
 * as a game against an opponent with the player's score; of opponents, all rounds after the last one for which they were
 * available count as draws.
 */
export interface TieBreaks {
  /** Buchholz without its least value; voluntarily unplayed rounds are cut first. */
  buchholzCut: number;
  buchholz: number;
  sonnebornBerger: number;
  /** Wins over the board. */
  wins: number;
}

/** Returns the entries of rounds 1 to `rounds`; undefined without game and bye. */
function roundsOf({ sheet }: Player, rounds: number): (SheetEntry | undefined)[] {
  const byRound = new Map(sheet.map((entry) => [entry.round, entry]));
  return Array.from({ length: rounds }, (_, n) => byRound.get(n + 1));
}

/** Whether the player chose not to play: absent, a requested or late bye, or lost by forfeit. */
function isVoluntary(entry: SheetEntry | undefined): boolean {
  if (entry === undefined) return true;
  return entry.kind === 'bye' ? entry.reason !== 'odd' : entry.isForfeit && entry.result === 'loss';
}

function isPlayed(entry: SheetEntry | undefined) {
  return entry?.kind === 'game' && !entry.isForfeit;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Returns a player's score as it counts for opponents. */
function adjustedScore(player: Player, rounds: number): number {
  const entries = roundsOf(player, rounds);
  const available = entries.findLastIndex((entry) => !isVoluntary(entry)) + 1;
  return sum(entries.slice(0, available).map(pointsOf)) + (rounds - available) / 2;
}

/** Returns the value to cut: the least of the voluntarily unplayed rounds, else the least of all. */
function leastValue(rounds: readonly { value: number; isVoluntary: boolean }[]): number {
  const voluntary = rounds.filter((round) => round.isVoluntary);
  return Math.min(...(voluntary.length > 0 ? voluntary : rounds).map(({ value }) => value));
}

/** Returns the tie-breaks of each player after `rounds` rounds. */
export function tieBreaks(
  { players }: Pick<TournamentState, 'players'>,
  rounds: number,
): Map<string, TieBreaks> {
  const adjusted = new Map([...players.values()].map((player) => [player.id, adjustedScore(player, rounds)]));
  return new Map(
    [...players.values()].map((player): [string, TieBreaks] => {
      const entries = roundsOf(player, rounds);
      const own = sum(entries.map(pointsOf));
      const values = entries.map((entry) => {
        const value = entry?.kind === 'game' && isPlayed(entry) ? adjusted.get(entry.opponent)! : own;
        return { value, points: pointsOf(entry), isVoluntary: isVoluntary(entry) };
      });
      const buchholz = sum(values.map(({ value }) => value));
      return [
        player.id,
        {
          buchholzCut: values.length === 0 ? 0 : buchholz - leastValue(values),
          buchholz,
          sonnebornBerger: sum(values.map(({ value, points }) => value * points)),
          wins: entries.filter((entry) => isPlayed(entry) && pointsOf(entry) === 1).length,
        },
      ];
    }),
  );
}

/**
 * Returns the players by direct encounter, in groups that it does not separate: a player comes first if no result of the
 * games that the tied players did not play against each other could put another one level or before.
 */
export function byDirectEncounter(tied: readonly Player[], rounds: number): Player[][] {
  if (tied.length < 2) return [[...tied]];
  const ids = new Set(tied.map(({ id }) => id));
  const ranges = tied.map((player) => {
    const games = roundsOf(player, rounds).filter(
      (entry) => entry?.kind === 'game' && isPlayed(entry) && ids.has(entry.opponent),
    );
    const points = sum(games.map(pointsOf));
    return { player, least: points, most: points + tied.length - 1 - games.length };
  });
  const groups: Player[][] = [];
  let rest = ranges.toSorted((a, b) => b.least - a.least || b.most - a.most);
  while (rest.length > 0) {
    const group = firstGroup(rest);
    groups.push(group.map(({ player }) => player));
    rest = rest.slice(group.length);
  }
  return groups;
}

/** Returns the shortest start of the list whose players are all certainly before the others. */
function firstGroup<T extends { least: number; most: number }>(ranges: readonly T[]): readonly T[] {
  for (let length = 1; length < ranges.length; length += 1) {
    const least = Math.min(...ranges.slice(0, length).map((range) => range.least));
    const most = Math.max(...ranges.slice(length).map((range) => range.most));
    if (least > most) return ranges.slice(0, length);
  }
  return ranges;
}
