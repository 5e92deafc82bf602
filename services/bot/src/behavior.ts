import type { Level } from '@doushouqi/engine';
import {
  isAwaited,
  isOver,
  isPlaying,
  plyOf,
  type RoomView,
  requesterOf,
  seatOf,
  turnOf,
} from '@doushouqi/room';
import { otherSide, type Side } from '@doushouqi/rules';

/** Shortest and longest time of a level for one move, in ms. The weaker ones hesitate less. */
const PACES: Record<Level, readonly [shortest: number, longest: number]> = {
  1: [700, 1_800],
  2: [800, 2_200],
  3: [900, 2_800],
  4: [1_000, 3_200],
  5: [1_200, 3_600],
};
/** Openings are familiar: the range grows to its full width until this ply. */
const OPENING_PLIES = 12;
/** Largest share of the remaining clock for one move, and for the search within it. */
const CLOCK_SHARE = 1 / 40;
const SEARCH_SHARE = 1 / 50;
/** Longest search, ms. */
const LONGEST_SEARCH = 1_500;
/** With less time than this the move is played at once, without a search. Milliseconds. */
export const HURRY = 2_000;

/** Returns the time that a move takes at least, ms. Pure. `timeLeft`: the bot's clock in ms; `random` in [0, 1). */
export function thinkingTime(level: Level, ply: number, timeLeft: number, random: number): number {
  const [shortest, longest] = PACES[level];
  const width = (longest - shortest) * Math.min(1, (ply + 4) / OPENING_PLIES);
  return Math.min(Math.round(shortest + width * random), Math.floor(timeLeft * CLOCK_SHARE));
}

/** Returns the longest search for a move, ms. Pure. */
export function searchTime(timeLeft: number): number {
  return Math.max(10, Math.min(LONGEST_SEARCH, Math.floor(timeLeft * SEARCH_SHARE)));
}

/** Own moves over which a position must be lost or level. */
const EVALUATIONS = 4;
/** Percent. */
const LOST_BELOW = 2;
const WORSE_BELOW = 40;
const LEVEL_BELOW = 60;
/** A game is resigned or agreed drawn from this ply on. */
const RESIGN_FROM_PLY = 30;
const DRAW_FROM_PLY = 60;

/** Win rates (percent, the bot's view) of the last own moves, oldest first. */
export type WinRates = readonly number[];

/** Returns the win rates with one more, at most as many as are judged. */
export function withWinRate(rates: WinRates, rate: number): WinRates {
  return [...rates, rate].slice(-EVALUATIONS);
}

/** Whether the game is lost beyond hope, so that the bot resigns. Pure. */
export function isLost(rates: WinRates, ply: number): boolean {
  return ply >= RESIGN_FROM_PLY && rates.length === EVALUATIONS && rates.every((rate) => rate < LOST_BELOW);
}

/** Whether the bot agrees to a draw: it stands worse, or the game has long been level. Pure. */
export function agreesToDraw(rates: WinRates, ply: number): boolean {
  const last = rates.at(-1);
  if (last === undefined) return false;
  if (last < WORSE_BELOW) return true;
  const isLevel = rates.length === EVALUATIONS && rates.every((rate) => rate < LEVEL_BELOW);
  return ply >= DRAW_FROM_PLY && isLevel;
}

export type BotAction = 'arrive' | 'acceptUndo' | 'answerDraw' | 'move' | 'acceptReset' | 'leave';

/** Time for the opponent to ask for a rematch, ms. */
const REMATCH_TIME = 120_000;

function afterGame(view: RoomView, me: Side, { hasRematch, overForMs }: Waits): BotAction | null {
  if (!hasRematch) return 'leave';
  const { header } = view;
  const other = otherSide(me);
  const opponent = header.players[other === 'red' ? 0 : 1];
  if (opponent !== undefined && requesterOf(header, 'reset') === opponent) return 'acceptReset';
  const isAlone = header.departed.length > 0 || header.offlineSince[other] !== null;
  return isAlone || overForMs >= REMATCH_TIME ? 'leave' : null;
}

/** Whether the bot waits for a rematch after the game, and how long the game is over, ms. */
interface Waits {
  hasRematch: boolean;
  overForMs: number;
}

/** Returns what the bot does next, or null while it waits. Pure. */
export function nextAction(view: RoomView, botId: string, waits: Waits): BotAction | null {
  const me = seatOf(view.header, botId);
  if (me === null || view.header.departed.includes(botId)) return 'leave';
  if (isOver(view)) return afterGame(view, me, waits);
  if (!isPlaying(view)) return null;
  if (isAwaited(view, me)) return 'arrive';
  const asked = (kind: 'undo' | 'draw') => {
    const by = requesterOf(view.header, kind);
    return by !== null && by !== botId;
  };
  if (asked('undo')) return 'acceptUndo';
  if (asked('draw')) return 'answerDraw';
  return turnOf(view) === me ? 'move' : null;
}

/** Returns a number that only the game, its ply and the bot determine: two processes choose the same move. */
export function seedOf(view: RoomView, botId: string): number {
  let hash = plyOf(view);
  for (const char of `${view.header.gameId}${botId}`) hash = (Math.imul(hash, 31) + char.charCodeAt(0)) | 0;
  return hash;
}
