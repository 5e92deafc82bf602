import {
  type OwnEntry,
  type RoundCell,
  roundTimeMs,
  type SwissRound,
  type TournamentDetails,
  type TournamentGame,
} from '@doushouqi/protocol';
import type { Side } from '@doushouqi/rules';
import { type Due, dueOf } from '../../../shared/pairing/search-state.ts';

/** What the page of a Swiss shows, derived from its details. Pure; times in epoch ms. */

type OwnGame = NonNullable<OwnEntry['game']>;

/** The viewer in a Swiss that runs or has ended. */
export type OwnState =
  /** Without entry. */
  | { kind: 'outside'; mayJoin: boolean }
  | { kind: 'left'; mayReturn: boolean }
  | { kind: 'removed' }
  | { kind: 'table'; game: OwnGame; due: Due | null }
  /** The table is there once the viewer's game elsewhere is over. */
  | { kind: 'awaited'; round: number }
  /** No opponent in this round, for this many points. */
  | { kind: 'bye'; points: number }
  /** The own game is over, others run. */
  | { kind: 'done'; cell: RoundCell }
  /** The break before a round; `left`: ms. */
  | { kind: 'break'; next: number; left: number; hasBye: boolean }
  /** The next round is paired now. */
  | { kind: 'pairing' }
  | { kind: 'over' };

/** Whether a player may enter, or return, until half of the rounds have started. */
export function mayEnter({
  phase,
  round,
  rounds,
}: Pick<TournamentDetails, 'phase' | 'round' | 'rounds'>): boolean {
  return phase !== 'finished' && round <= (rounds ?? 0) / 2;
}

/** Time in which a table is usually set. Milliseconds. */
const TABLE_SET = 5_000;
const BYE_POINTS: Partial<Record<RoundCell, number>> = { bye: 1, halfBye: 0.5 };

/** @param cells the viewer's rounds, as far as they are known */
export function ownStateOf(
  details: TournamentDetails,
  cells: readonly RoundCell[] | undefined,
  now: number,
): OwnState {
  const { own, phase, round, rounds, nextAt } = details;
  if (phase === 'finished') return { kind: 'over' };
  if (own === null) return { kind: 'outside', mayJoin: mayEnter(details) };
  const { status, game, hasBye } = own;
  if (game?.isAwaited)
    return now - game.at < TABLE_SET ? { kind: 'pairing' } : { kind: 'awaited', round: game.round ?? round };
  if (game) return { kind: 'table', game, due: dueOf(game.at, now) };
  if (status === 'removed') return { kind: 'removed' };
  if (status === 'left') return { kind: 'left', mayReturn: mayEnter(details) };
  if (nextAt !== null && round < (rounds ?? 0))
    return nextAt > now
      ? { kind: 'break', next: round + 1, left: nextAt - now, hasBye }
      : { kind: 'pairing' };
  const cell = cells?.[round - 1];
  if (cell === undefined || cell === 'none' || cell === 'playing') return { kind: 'pairing' };
  const points = BYE_POINTS[cell];
  return points === undefined ? { kind: 'done', cell } : { kind: 'bye', points };
}

/** Whether the viewer may ask for the half-point bye of the next round; it was not used as far as the cells tell. */
export function mayAskForBye(
  { own, phase, round, rounds }: TournamentDetails,
  cells: readonly RoundCell[] | undefined,
): boolean {
  if (own?.status !== 'active' || own.hasBye || phase === 'finished') return false;
  return round < (rounds ?? 0) && !cells?.includes('halfBye');
}

/** `1 : 0`; null while the game runs, and for one that counts as none. */
export function scoreText(result: TournamentGame['result']): string | null {
  if (result === null || result === 'void') return null;
  return { red: '1 : 0', blue: '0 : 1', draw: '½ : ½' }[result];
}

export type PipState = 'done' | 'current' | 'coming';

/** The rounds of a Swiss: done, current, to come. */
export function pipsOf({ phase, round, rounds, nextAt }: TournamentDetails): PipState[] {
  const isBetween = phase === 'finished' || nextAt !== null;
  return Array.from({ length: rounds ?? 0 }, (_, n) => {
    if (n + 1 < round || (n + 1 === round && isBetween)) return 'done';
    return n + 1 === round ? 'current' : 'coming';
  });
}

/** Returns the expected time of the whole tournament. Milliseconds. */
export function lengthOf({ startsAt, endsAt }: TournamentDetails): number {
  return endsAt - startsAt;
}

/** Returns the expected time from the start of a round to that of the next one. Milliseconds. */
export function stepOf({ timeControl, breakSeconds }: TournamentDetails): number {
  return roundTimeMs(timeControl) + (breakSeconds ?? 0) * 1_000;
}

/** Rounds that a phone shows: the last ones. */
const LAST_ROUNDS = 4;

/** Returns the shown rounds from 1 on: all, or on a phone the last ones that began. Pure. */
export function shownRounds({ round, rounds }: TournamentDetails, isPhone: boolean): number[] {
  const all = rounds ?? round;
  if (!isPhone || all <= LAST_ROUNDS) return Array.from({ length: all }, (_, n) => n + 1);
  const last = Math.max(LAST_ROUNDS, round);
  return Array.from({ length: LAST_ROUNDS }, (_, n) => last - LAST_ROUNDS + 1 + n);
}

export interface OwnRound {
  round: number;
  cell: RoundCell;
  pair: SwissRound['pairs'][number] | null;
  side: Side;
}

/** Returns the viewer's part of a round. Pure. */
export function ownRoundOf({ round, pairs, byes }: SwissRound, me: string): OwnRound {
  const pair = pairs.find(({ red, blue }) => red._id === me || blue._id === me) ?? null;
  const side: Side = pair?.blue._id === me ? 'blue' : 'red';
  const bye = byes.find(({ user }) => user._id === me);
  if (pair === null)
    return { round, pair, side, cell: bye ? (bye.points === 1 ? 'bye' : 'halfBye') : 'none' };
  const { result, isForfeit } = pair;
  if (result === null) return { round, pair, side, cell: 'playing' };
  if (result === 'draw') return { round, pair, side, cell: 'draw' };
  if (result === 'void') return { round, pair, side, cell: 'none' };
  const isWon = result === side;
  const cell = isForfeit ? (isWon ? 'forfeitWin' : 'forfeitLoss') : isWon ? 'win' : 'loss';
  return { round, pair, side, cell };
}
