import type { Level } from '@doushouqi/engine';
import type { TimeControl } from '@doushouqi/protocol';
import { afterMove, afterUndo, type Clock, flagged, fullClock, remaining } from '@doushouqi/room';
import { endGame, otherSide, type Point, plyCount, positionOf, type Side, turn } from '@doushouqi/rules';
import {
  beginLocal,
  isLocalOver,
  type LocalFacts,
  movedLocal,
  surrenderedLocal,
  undoneLocal,
} from './local-game-state.ts';

/** A game against the computer: all that is kept of it, and what may be done. Pure. Times in epoch ms. */

export interface AiSetting {
  readonly level: Level;
  /** The side of the person. */
  readonly own: Side;
  /** Null: without clocks. */
  readonly control: TimeControl | null;
  /** Whether moves may be taken back, and whether there are hints. */
  readonly undo: boolean;
  readonly hints: boolean;
  /** Played while an opponent is looked for. */
  readonly warmUp?: true | undefined;
}

export interface AiFacts {
  readonly setting: AiSetting;
  /** The game itself, as one of this device. */
  readonly local: LocalFacts;
  /** Starts with the first move; stands when the game is over. */
  readonly clock: Clock | null;
  readonly hintsUsed: number;
}

export const HINTS = 3;

/** Why something cannot be done now. */
export type AiRefusal =
  | 'GAME_OVER'
  | 'NOTHING_TO_UNDO'
  | 'UNDO_OFF'
  | 'NOT_YOUR_TURN'
  | 'HINTS_OFF'
  | 'NO_HINTS';

export function beginAi(id: string, setting: AiSetting): AiFacts {
  const clock = setting.control && fullClock(setting.control);
  return { setting, local: beginLocal(id), clock, hintsUsed: 0 };
}

export function isAiOver({ local }: AiFacts): boolean {
  return isLocalOver(local);
}

export function turnOf({ local }: AiFacts): Side {
  return turn(positionOf(local.game));
}

export function isComputersTurn(facts: AiFacts): boolean {
  return !isAiOver(facts) && turnOf(facts) !== facts.setting.own;
}

/** The game after a move of the side to move; null where the rules refuse it (`refusalOf`). */
export function movedAi(facts: AiFacts, from: Point, to: Point, now: number): AiFacts | null {
  const local = movedLocal(facts.local, from, to, now);
  if (!local) return null;
  const { control } = facts.setting;
  const clock = facts.clock && control && afterMove(facts.clock, turnOf(facts), control, now);
  return stoppedIfOver({ ...facts, local, clock }, now);
}

/** A clock that no longer runs once the game is over. */
function stoppedIfOver(facts: AiFacts, now: number): AiFacts {
  if (!facts.clock || !isAiOver(facts)) return facts;
  const left = (side: Side): number => remaining(facts.clock!, turnOf(facts), side, now);
  return { ...facts, clock: { timeLeft: { red: left('red'), blue: left('blue') }, lastMoveTime: null } };
}

/** Moves that an undo takes back, so that it is the person's turn again; 0 where he has not moved yet. */
function pliesToUndo(facts: AiFacts): number {
  const plies = turnOf(facts) === facts.setting.own ? 2 : 1;
  return plies <= plyCount(facts.local.game) ? plies : 0;
}

export function aiUndoRefusal(facts: AiFacts): AiRefusal | null {
  if (isAiOver(facts)) return 'GAME_OVER';
  if (!facts.setting.undo) return 'UNDO_OFF';
  return pliesToUndo(facts) > 0 ? null : 'NOTHING_TO_UNDO';
}

/** The game before the person's last move; as it was where that may not be taken back. */
export function undoneAi(facts: AiFacts, now: number): AiFacts {
  if (aiUndoRefusal(facts)) return facts;
  const plies = pliesToUndo(facts);
  let local = facts.local;
  for (let ply = 0; ply < plies; ply++) local = undoneLocal(local, turn(positionOf(local.game)));
  const { own, control } = facts.setting;
  const undone = { red: 1, blue: 1, [otherSide(own)]: plies - 1 };
  const clock = facts.clock && control && afterUndo(facts.clock, turnOf(facts), undone, control, now);
  return { ...facts, local, clock };
}

export function hintRefusal(facts: AiFacts): AiRefusal | null {
  if (isAiOver(facts)) return 'GAME_OVER';
  if (!facts.setting.hints) return 'HINTS_OFF';
  if (facts.hintsUsed >= HINTS) return 'NO_HINTS';
  return isComputersTurn(facts) ? 'NOT_YOUR_TURN' : null;
}

export function surrenderedAi(facts: AiFacts, now: number): AiFacts {
  return stoppedIfOver({ ...facts, local: surrenderedLocal(facts.local, facts.setting.own) }, now);
}

/** When the side to move runs out of time; null while no clock runs. */
export function flagTime(facts: AiFacts): number | null {
  if (!facts.clock || facts.clock.lastMoveTime === null || isAiOver(facts)) return null;
  return facts.clock.lastMoveTime + remaining(facts.clock, turnOf(facts), turnOf(facts), 0);
}

/** Over, where the side to move has no time left. */
export function flaggedAi(facts: AiFacts, now: number): AiFacts {
  const mover = turnOf(facts);
  if (isAiOver(facts) || !facts.clock || !flagged(facts.clock, mover, now)) return facts;
  const game = endGame(facts.local.game, otherSide(mover), 'TIME_UP');
  const local = { ...facts.local, game, version: facts.local.version + 1 };
  return stoppedIfOver({ ...facts, local }, now);
}

/** The same after the page was closed: that time costs nobody anything. */
export function resumedAi(facts: AiFacts, now: number): AiFacts {
  if (!facts.clock || facts.clock.lastMoveTime === null) return facts;
  return { ...facts, clock: { ...facts.clock, lastMoveTime: now } };
}

/** What chance a level has at this move: the same again after a reload and in another window (FNV-1a). */
export function seedOf({ local }: AiFacts): number {
  let hash = 0x811c9dc5;
  for (const char of `${local.id} ${plyCount(local.game)}`)
    hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193);
  return hash >>> 0;
}
