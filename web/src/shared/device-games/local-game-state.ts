import { MAX_PLIES } from '@doushouqi/protocol';
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

/** State of a game of two players on one device, and its operations. Pure. */

export interface LocalGameData {
  /** Identifies the game: 1–24 letters, digits, `_` or `-`. */
  readonly id: string;
  readonly game: Game;
  /** Increases with every change of the game, undo included. */
  readonly version: number;
  /** Time of the first move, epoch ms; null before it. */
  readonly startTime: number | null;
  /** Time of each move, ms since `startTime`; never decreasing. */
  readonly moveTimes: readonly number[];
  /** Rules of the next game. */
  readonly rules: RuleOptions;
}

/** Reasons of a refused action. */
export type LocalRefusal = 'NOTHING_TO_UNDO' | 'NOT_YOUR_UNDO' | 'GAME_OVER' | 'NO_MOVES';

/** Returns a game before its first move; `start`: the position, absent for the usual one. */
export function beginLocal(
  id: string,
  rules: RuleOptions = rulesOf(localRuleSet()),
  start?: Position,
): LocalGameData {
  const game = newGame(localRuleSet(rules), start);
  return { id, game, version: 0, startTime: null, moveTimes: [], rules };
}

export function isLocalOver({ game }: LocalGameData): boolean {
  return outcome(game).winner !== null;
}

/** Returns the game after a move, or null for an illegal one (see `refusalOf`). `now`: epoch ms. */
export function movedLocal(data: LocalGameData, from: Point, to: Point, now: number): LocalGameData | null {
  const played = play(data.game, { from, to });
  if (!played.ok) return null;
  const startTime = data.startTime ?? now;
  // The device's clock may be set back.
  const time = Math.max(data.moveTimes.at(-1) ?? 0, now - startTime);
  const isLast = plyCount(played.value) >= MAX_PLIES;
  const game = isLast ? endGame(played.value, 'draw', 'DRAW_TOO_LONG') : played.value;
  return { ...changed(data, game), startTime, moveTimes: [...data.moveTimes, time] };
}

/** Only the side to move may undo the last move, which the other side made. */
export function undoRefusal(data: LocalGameData, by: Side): LocalRefusal | null {
  if (isLocalOver(data)) return 'GAME_OVER';
  if (plyCount(data.game) === 0) return 'NOTHING_TO_UNDO';
  return turn(positionOf(data.game)) === by ? null : 'NOT_YOUR_UNDO';
}

/** Returns the game without its last move, or unchanged if undo is not allowed. */
export function undoneLocal(data: LocalGameData, by: Side): LocalGameData {
  if (undoRefusal(data, by)) return data;
  const moveTimes = data.moveTimes.slice(0, -1);
  return {
    ...changed(data, undo(data.game)),
    moveTimes,
    startTime: moveTimes.length === 0 ? null : data.startTime,
  };
}

/** Resignation and draw need a running game. */
export function endRefusal(data: LocalGameData): LocalRefusal | null {
  return isLocalOver(data) ? 'GAME_OVER' : null;
}

export function surrenderedLocal(data: LocalGameData, by: Side): LocalGameData {
  return endRefusal(data) ? data : changed(data, endGame(data.game, otherSide(by), 'SURRENDER'));
}

export function drawnLocal(data: LocalGameData): LocalGameData {
  return endRefusal(data) ? data : changed(data, endGame(data.game, 'draw', 'DRAW_AGREED'));
}

/** Returns whether there are moves to save, or to lose by a reset. */
export function hasMoves({ game }: LocalGameData): boolean {
  return plyCount(game) > 0;
}

/** Changes the rules: at once before the first move, else for the next game. */
export function withLocalRules(data: LocalGameData, change: Partial<RuleOptions>): LocalGameData {
  const rules = { ...data.rules, ...change };
  const isFresh = !hasMoves(data) && !isLocalOver(data);
  return isFresh
    ? { ...changed(data, newGame(localRuleSet(rules), data.game.start)), rules }
    : { ...data, rules };
}

/** Returns whether the chosen rules differ from those of the running game. */
export function rulesWait({ game, rules }: LocalGameData): boolean {
  return ruleSetOf(game) !== localRuleSet(rules);
}

/** Returns the id of the current state for the server, which stores the same state once. */
export function saveId({ id, version }: LocalGameData): string {
  return `${id}-${version}`;
}

function changed(data: LocalGameData, game: Game): LocalGameData {
  return { ...data, game, version: data.version + 1 };
}
