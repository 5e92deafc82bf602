import { MAX_PLIES } from '@doushouqi/protocol';
import {
  endGame,
  type Game,
  localRuleSet,
  newGame,
  otherSide,
  outcome,
  type Point,
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

/** A game of two people at one screen: all that is kept of it, and what may be done. Pure. */

export interface LocalGameData {
  /** Names the game: 1–24 letters, digits, `_` or `-`. */
  readonly id: string;
  readonly game: Game;
  /** Grows with every change of the game, moves taken back included. */
  readonly version: number;
  /** When the first move was made, epoch ms; null before it. */
  readonly startTime: number | null;
  /** When each move was made, ms since `startTime`; never falling. */
  readonly moveTimes: readonly number[];
  /** What the next game is played by. */
  readonly rules: RuleOptions;
}

/** Why something cannot be done now. */
export type LocalRefusal = 'NOTHING_TO_UNDO' | 'NOT_YOUR_UNDO' | 'GAME_OVER' | 'NO_MOVES';

/** A game before its first move. */
export function beginLocal(id: string, rules: RuleOptions = rulesOf(localRuleSet())): LocalGameData {
  return { id, game: newGame(localRuleSet(rules)), version: 0, startTime: null, moveTimes: [], rules };
}

export function isLocalOver({ game }: LocalGameData): boolean {
  return outcome(game).winner !== null;
}

/** The game after a move; null where the rules refuse it (`refusalOf`). `now`: epoch ms. */
export function movedLocal(data: LocalGameData, from: Point, to: Point, now: number): LocalGameData | null {
  const played = play(data.game, { from, to });
  if (!played.ok) return null;
  const startTime = data.startTime ?? now;
  // The clock of a device may be set back.
  const time = Math.max(data.moveTimes.at(-1) ?? 0, now - startTime);
  const isLast = plyCount(played.value) >= MAX_PLIES;
  const game = isLast ? endGame(played.value, 'draw', 'DRAW_TOO_LONG') : played.value;
  return { ...changed(data, game), startTime, moveTimes: [...data.moveTimes, time] };
}

/** Taking back is for the side that did not just move. */
export function undoRefusal(data: LocalGameData, by: Side): LocalRefusal | null {
  if (isLocalOver(data)) return 'GAME_OVER';
  if (plyCount(data.game) === 0) return 'NOTHING_TO_UNDO';
  return turn(positionOf(data.game)) === by ? null : 'NOT_YOUR_UNDO';
}

/** The game without its last move; as it was where that may not be taken back. */
export function undoneLocal(data: LocalGameData, by: Side): LocalGameData {
  if (undoRefusal(data, by)) return data;
  const moveTimes = data.moveTimes.slice(0, -1);
  return {
    ...changed(data, undo(data.game)),
    moveTimes,
    startTime: moveTimes.length === 0 ? null : data.startTime,
  };
}

/** Surrender and draw need a game that goes on. */
export function endRefusal(data: LocalGameData): LocalRefusal | null {
  return isLocalOver(data) ? 'GAME_OVER' : null;
}

export function surrenderedLocal(data: LocalGameData, by: Side): LocalGameData {
  return endRefusal(data) ? data : changed(data, endGame(data.game, otherSide(by), 'SURRENDER'));
}

export function drawnLocal(data: LocalGameData): LocalGameData {
  return endRefusal(data) ? data : changed(data, endGame(data.game, 'draw', 'DRAW_AGREED'));
}

/** There is something to lose by a reset, and something to save. */
export function hasMoves({ game }: LocalGameData): boolean {
  return plyCount(game) > 0;
}

/** Other rules: at once where no move was made, else with the next game. */
export function withLocalRules(data: LocalGameData, change: Partial<RuleOptions>): LocalGameData {
  const rules = { ...data.rules, ...change };
  const isFresh = !hasMoves(data) && !isLocalOver(data);
  return isFresh ? { ...changed(data, newGame(localRuleSet(rules))), rules } : { ...data, rules };
}

/** The rules that were chosen are not those of the running game. */
export function rulesWait({ game, rules }: LocalGameData): boolean {
  return ruleSetOf(game) !== localRuleSet(rules);
}

/** Names the game as it stands, for the server: saved twice it is kept once. */
export function saveId({ id, version }: LocalGameData): string {
  return `${id}-${version}`;
}

function changed(data: LocalGameData, game: Game): LocalGameData {
  return { ...data, game, version: data.version + 1 };
}
