import { MAX_PLIES, type TimeControl } from '@doushouqi/protocol';
import { afterMove, afterUndo, type Clock, flagged, fullClock, remaining, stopped } from '@doushouqi/room';
import {
  endGame,
  type Game,
  localRuleSet,
  newGame,
  otherSide,
  outcome,
  type Point,
  type Position,
  play,
  plyCount,
  positionOf,
  type RuleOptions,
  ruleSetOf,
  rulesOf,
  type Side,
  turn,
  undo,
} from '@doushouqi/rules';

/** State of a game of two players on one device, and its operations. Pure. Times in epoch ms. */

/** The clocks of a game with their time control. */
export interface TimedClock extends Clock {
  readonly control: TimeControl;
}

/** What the players choose for the next game. */
export interface LocalSetting {
  readonly rules: RuleOptions;
  /** Null: without clocks. */
  readonly control: TimeControl | null;
}

export interface LocalGameData extends LocalSetting {
  /** Identifies the game: 1–24 letters, digits, `_` or `-`. */
  readonly id: string;
  readonly game: Game;
  /** Increases with every change of the game, undo included. */
  readonly version: number;
  /** Time of the first move; null before it. */
  readonly startTime: number | null;
  /** Time of each move, ms since `startTime`; never decreasing. */
  readonly moveTimes: readonly number[];
  /** The clocks of this game start with the first move and stop at its end; null without clocks. */
  readonly clock: TimedClock | null;
}

/** Reasons of a refused action. */
export type LocalRefusal = 'NOTHING_TO_UNDO' | 'NOT_YOUR_UNDO' | 'GAME_OVER' | 'NO_MOVES';

/** The setting of a first game. */
export const PLAIN: LocalSetting = { rules: rulesOf(localRuleSet()), control: null };

/** Returns a game before its first move; `start`: the position, absent for the usual one. */
export function beginLocal(id: string, setting: LocalSetting = PLAIN, start?: Position): LocalGameData {
  const { rules, control } = setting;
  const game = newGame(localRuleSet(rules), start);
  return { id, game, version: 0, startTime: null, moveTimes: [], rules, control, clock: newClock(control) };
}

export function newClock(control: TimeControl | null): TimedClock | null {
  return control && { control, ...fullClock(control) };
}

export function isLocalOver({ game }: LocalGameData): boolean {
  return outcome(game).winner !== null;
}

export function localTurn({ game }: LocalGameData): Side {
  return turn(positionOf(game));
}

/** Returns the game after a move, or lost on time if the move is late; null for an illegal one (see `refusalOf`). */
export function movedLocal(data: LocalGameData, from: Point, to: Point, now: number): LocalGameData | null {
  const over = flaggedLocal(data, now);
  if (over !== data) return over;
  const played = play(data.game, { from, to });
  if (!played.ok) return null;
  const startTime = data.startTime ?? now;
  // The device's clock may be set back.
  const time = Math.max(data.moveTimes.at(-1) ?? 0, now - startTime);
  const isLast = plyCount(played.value) >= MAX_PLIES;
  const game = isLast ? endGame(played.value, 'draw', 'DRAW_TOO_LONG') : played.value;
  const clock = data.clock && {
    ...data.clock,
    ...afterMove(data.clock, localTurn(data), data.clock.control, now),
  };
  return changed({ ...data, clock, startTime, moveTimes: [...data.moveTimes, time] }, game, now);
}

/** Only the side to move may undo the last move, which the other side made. */
export function undoRefusal(data: LocalGameData, by: Side): LocalRefusal | null {
  if (isLocalOver(data)) return 'GAME_OVER';
  if (plyCount(data.game) === 0) return 'NOTHING_TO_UNDO';
  return localTurn(data) === by ? null : 'NOT_YOUR_UNDO';
}

/** Returns the game without its last move, or unchanged if undo is not allowed. Without moves the clocks are full. */
export function undoneLocal(data: LocalGameData, by: Side, now: number): LocalGameData {
  if (undoRefusal(data, by)) return data;
  const moveTimes = data.moveTimes.slice(0, -1);
  const isFresh = moveTimes.length === 0;
  const { control = null } = data.clock ?? {};
  const undone = { red: 1, blue: 1, [by]: 0 };
  const clock = data.clock && { ...data.clock, ...afterUndo(data.clock, by, undone, control, now) };
  const startTime = isFresh ? null : data.startTime;
  return changed(
    { ...data, clock: isFresh ? newClock(control) : clock, startTime, moveTimes },
    undo(data.game),
    now,
  );
}

/** Resignation and draw need a running game. */
export function endRefusal(data: LocalGameData): LocalRefusal | null {
  return isLocalOver(data) ? 'GAME_OVER' : null;
}

export function surrenderedLocal(data: LocalGameData, by: Side, now: number): LocalGameData {
  return endRefusal(data) ? data : changed(data, endGame(data.game, otherSide(by), 'SURRENDER'), now);
}

export function drawnLocal(data: LocalGameData, now: number): LocalGameData {
  return endRefusal(data) ? data : changed(data, endGame(data.game, 'draw', 'DRAW_AGREED'), now);
}

/** Ends the game if the side to move has no time left. */
export function flaggedLocal(data: LocalGameData, now: number): LocalGameData {
  const mover = localTurn(data);
  if (isLocalOver(data) || !data.clock || !flagged(data.clock, mover, now)) return data;
  return changed(data, endGame(data.game, otherSide(mover), 'TIME_UP'), now);
}

/** Returns the time at which the side to move runs out of time; null while no clock runs. */
export function flagTime(data: LocalGameData): number | null {
  const { clock } = data;
  if (!clock || clock.lastMoveTime === null) return null;
  const mover = localTurn(data);
  return clock.lastMoveTime + remaining(clock, mover, mover, 0);
}

/** Resumes a game after the page was closed; the time in between counts for neither clock. */
export function resumedLocal(data: LocalGameData, now: number): LocalGameData {
  if (!data.clock || data.clock.lastMoveTime === null) return data;
  return { ...data, clock: { ...data.clock, lastMoveTime: now } };
}

/** Returns whether there are moves to save, or to lose by a reset. */
export function hasMoves({ game }: LocalGameData): boolean {
  return plyCount(game) > 0;
}

/** Changes rules or time control: at once before the first move, else for the next game. */
export function withSetting(data: LocalGameData, change: Partial<LocalSetting>): LocalGameData {
  const setting = { rules: data.rules, control: data.control, ...change };
  if (hasMoves(data) || isLocalOver(data)) return { ...data, ...setting };
  const fresh = beginLocal(data.id, setting, data.game.start);
  return { ...fresh, version: data.version + 1 };
}

/** Returns whether the chosen rules differ from those of the running game. */
export function rulesWait({ game, rules }: LocalGameData): boolean {
  return ruleSetOf(game) !== localRuleSet(rules);
}

/** Returns the id of the current state for the server, which stores the same state once. */
export function saveId({ id, version }: LocalGameData): string {
  return `${id}-${version}`;
}

function changed(data: LocalGameData, game: Game, now: number): LocalGameData {
  const next = { ...data, game, version: data.version + 1 };
  if (!next.clock || !isLocalOver(next)) return next;
  return { ...next, clock: { ...next.clock, ...stopped(next.clock, localTurn(next), now) } };
}
