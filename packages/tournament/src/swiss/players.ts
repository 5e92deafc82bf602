import type { Side } from '@doushouqi/rules';
import type { Player, SheetEntry, TournamentState } from '../state.ts';
import { type ColorPreference, colorPreference } from './colors.ts';

export type Float = 'down' | 'up' | null;

/** A player of the round to pair. */
export interface SwissPlayer {
  id: string;
  /** Place in the initial ranking, from 1. */
  number: number;
  score: number;
  /** Opponents of played games. */
  opponents: ReadonlySet<string>;
  /** Sides of played games, oldest first. */
  sides: readonly Side[];
  preference: ColorPreference;
  /** No bye any more: the player had one, or a win by forfeit. */
  hadFreeWin: boolean;
  /** In the last round and in the round before. */
  floats: readonly [Float, Float];
}

/** Points of a result; `null`: the game runs. */
export function pointsOf(entry: SheetEntry | undefined): number {
  if (entry === undefined) return 0;
  if (entry.kind === 'bye') return entry.reason === 'odd' ? 1 : 0.5;
  return entry.result === 'win' ? 1 : entry.result === 'draw' ? 0.5 : 0;
}

/** Returns the score before a round. */
export function scoreBefore({ sheet }: Pick<Player, 'sheet'>, round: number): number {
  return sheet.reduce((sum, entry) => (entry.round! < round ? sum + pointsOf(entry) : sum), 0);
}

/** Returns the players by pairing number: rating at entry, then time of entry. */
export function initialRanking({ players }: Pick<TournamentState, 'players'>): Player[] {
  return [...players.values()].sort(
    (a, b) => b.rating - a.rating || a.joinedAt - b.joinedAt || (a.id < b.id ? -1 : 1),
  );
}

/** Returns the float of a round: to score more without playing than for a loss is a downfloat. */
function floatIn(state: Pick<TournamentState, 'players'>, player: Player, round: number): Float {
  const entry = player.sheet.find((one) => one.round === round);
  if (entry === undefined) return null;
  if (entry.kind === 'bye' || entry.isForfeit) return pointsOf(entry) > 0 ? 'down' : null;
  const difference = scoreBefore(player, round) - scoreBefore(state.players.get(entry.opponent)!, round);
  return difference > 0 ? 'down' : difference < 0 ? 'up' : null;
}

function isFreeWin(entry: SheetEntry): boolean {
  return entry.kind === 'bye' ? entry.reason === 'odd' : entry.isForfeit && entry.result === 'win';
}

function isPairedIn({ status, sheet }: Player, round: number): boolean {
  return status === 'active' && !sheet.some((entry) => entry.round === round);
}

function wasPaired({ sheet }: Player): boolean {
  return sheet.some((entry) => entry.kind === 'game' || entry.reason === 'odd');
}

/**
 * Returns the active players without a bye in a round, by pairing number. The rounds before must have ended. A player has a
 * number from the first round on for which the player is available.
 */
export function swissPlayers(state: TournamentState, round: number): SwissPlayer[] {
  const numbered = initialRanking(state).filter((player) => isPairedIn(player, round) || wasPaired(player));
  return numbered.flatMap((player, index): SwissPlayer[] => {
    const { id, sheet } = player;
    if (!isPairedIn(player, round)) return [];
    const played = sheet.flatMap((entry) => (entry.kind === 'game' && !entry.isForfeit ? [entry] : []));
    const sides = played.map(({ side }) => side);
    return [
      {
        id,
        number: index + 1,
        score: scoreBefore(player, round),
        opponents: new Set(played.map(({ opponent }) => opponent)),
        sides,
        preference: colorPreference(sides),
        hadFreeWin: sheet.some(isFreeWin),
        floats: [floatIn(state, player, round - 1), floatIn(state, player, round - 2)],
      },
    ];
  });
}
