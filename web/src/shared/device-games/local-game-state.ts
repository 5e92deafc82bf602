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

export interface LocalFacts {
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
export function beginLocal(id: string, rules: RuleOptions = rulesOf(localRuleSet())): LocalFacts {
  return { id, game: newGame(localRuleSet(rules)), version: 0, startTime: null, moveTimes: [], rules };
}

export function isLocalOver({ game }: LocalFacts): boolean {
  return outcome(game).winner !== null;
}

/** The game after a move; null where the rules refuse it (`refusalOf`). `now`: epoch ms. */
export function movedLocal(facts: LocalFacts, from: Point, to: Point, now: number): LocalFacts | null {
  const played = play(facts.game, { from, to });
  if (!played.ok) return null;
  const startTime = facts.startTime ?? now;
  // The clock of a device may be set back.
  const time = Math.max(facts.moveTimes.at(-1) ?? 0, now - startTime);
  const isLast = plyCount(played.value) >= MAX_PLIES;
  const game = isLast ? endGame(played.value, 'draw', 'DRAW_TOO_LONG') : played.value;
  return { ...changed(facts, game), startTime, moveTimes: [...facts.moveTimes, time] };
}

/** Taking back is for the side that did not just move (spec §4). */
export function undoRefusal(facts: LocalFacts, by: Side): LocalRefusal | null {
  if (isLocalOver(facts)) return 'GAME_OVER';
  if (plyCount(facts.game) === 0) return 'NOTHING_TO_UNDO';
  return turn(positionOf(facts.game)) === by ? null : 'NOT_YOUR_UNDO';
}

/** The game without its last move; as it was where that may not be taken back. */
export function undoneLocal(facts: LocalFacts, by: Side): LocalFacts {
  if (undoRefusal(facts, by)) return facts;
  const moveTimes = facts.moveTimes.slice(0, -1);
  return {
    ...changed(facts, undo(facts.game)),
    moveTimes,
    startTime: moveTimes.length === 0 ? null : facts.startTime,
  };
}

/** Surrender and draw need a game that goes on. */
export function endRefusal(facts: LocalFacts): LocalRefusal | null {
  return isLocalOver(facts) ? 'GAME_OVER' : null;
}

export function surrenderedLocal(facts: LocalFacts, by: Side): LocalFacts {
  return endRefusal(facts) ? facts : changed(facts, endGame(facts.game, otherSide(by), 'SURRENDER'));
}

export function drawnLocal(facts: LocalFacts): LocalFacts {
  return endRefusal(facts) ? facts : changed(facts, endGame(facts.game, 'draw', 'DRAW_AGREED'));
}

/** There is something to lose by a reset, and something to save. */
export function hasMoves({ game }: LocalFacts): boolean {
  return plyCount(game) > 0;
}

/** Other rules: at once where no move was made, else with the next game. */
export function withLocalRules(facts: LocalFacts, change: Partial<RuleOptions>): LocalFacts {
  const rules = { ...facts.rules, ...change };
  const isFresh = !hasMoves(facts) && !isLocalOver(facts);
  return isFresh ? { ...changed(facts, newGame(localRuleSet(rules))), rules } : { ...facts, rules };
}

/** The rules that were chosen are not those of the running game. */
export function rulesWait({ game, rules }: LocalFacts): boolean {
  return ruleSetOf(game) !== localRuleSet(rules);
}

/** Names the game as it stands, for the server: saved twice it is kept once. */
export function saveId({ id, version }: LocalFacts): string {
  return `${id}-${version}`;
}

function changed(facts: LocalFacts, game: Game): LocalFacts {
  return { ...facts, game, version: facts.version + 1 };
}
