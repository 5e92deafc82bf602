import type { Level } from '@doushouqi/engine';
import type { TimeControl } from '@doushouqi/protocol';
import { afterMove, afterUndo, type Clock, flagged, fullClock, remaining } from '@doushouqi/room';
import {
  endGame,
  otherSide,
  type Point,
  type Position,
  plyCount,
  positionOf,
  type Side,
  turn,
} from '@doushouqi/rules';
import {
  beginLocal,
  drawnLocal,
  isLocalOver,
  type LocalGameData,
  movedLocal,
  surrenderedLocal,
  undoneLocal,
} from './local-game-state.ts';

/** State of a game against the computer, and its operations. Pure. Times in epoch ms. */

export interface AiSetting {
  readonly level: Level;
  /** The user's side. */
  readonly own: Side;
  /** Null: without clocks. */
  readonly control: TimeControl | null;
  /** Whether undo and hints are allowed. */
  readonly undo: boolean;
  readonly hints: boolean;
  /** Played during a search for an opponent. */
  readonly warmUp?: true | undefined;
}

export interface AiGameData {
  readonly setting: AiSetting;
  /** The game itself, a local game. */
  readonly local: LocalGameData;
  /** Starts with the first move; stops when the game is over. */
  readonly clock: Clock | null;
  readonly hintsUsed: number;
  /** Plies before the user's last draw offer; null without one. */
  readonly drawOfferedAt: number | null;
}

export const HINTS = 3;

/** Reasons of a refused action. */
export type AiRefusal =
  | 'GAME_OVER'
  | 'NOTHING_TO_UNDO'
  | 'UNDO_OFF'
  | 'NOT_YOUR_TURN'
  | 'HINTS_OFF'
  | 'DRAW_ASKED'
  | 'NO_HINTS';

/** Returns a game before its first move; `start`: the position, absent for the usual one. */
export function beginAi(id: string, setting: AiSetting, start?: Position): AiGameData {
  const clock = setting.control && fullClock(setting.control);
  return { setting, local: beginLocal(id, undefined, start), clock, hintsUsed: 0, drawOfferedAt: null };
}

export function isAiOver({ local }: AiGameData): boolean {
  return isLocalOver(local);
}

export function turnOf({ local }: AiGameData): Side {
  return turn(positionOf(local.game));
}

export function isComputersTurn(data: AiGameData): boolean {
  return !isAiOver(data) && turnOf(data) !== data.setting.own;
}

/** Returns the game after a move of the side to move, or null for an illegal move (see `refusalOf`). */
export function movedAi(data: AiGameData, from: Point, to: Point, now: number): AiGameData | null {
  const local = movedLocal(data.local, from, to, now);
  if (!local) return null;
  const { control } = data.setting;
  const clock = data.clock && control && afterMove(data.clock, turnOf(data), control, now);
  return stoppedIfOver({ ...data, local, clock }, now);
}

/** Stops the clock if the game is over. */
function stoppedIfOver(data: AiGameData, now: number): AiGameData {
  if (!data.clock || !isAiOver(data)) return data;
  const left = (side: Side): number => remaining(data.clock!, turnOf(data), side, now);
  return { ...data, clock: { timeLeft: { red: left('red'), blue: left('blue') }, lastMoveTime: null } };
}

/** Returns the number of plies to undo so that the user is to move; 0 before the user's first move. */
function pliesToUndo(data: AiGameData): number {
  const plies = turnOf(data) === data.setting.own ? 2 : 1;
  return plies <= plyCount(data.local.game) ? plies : 0;
}

export function aiUndoRefusal(data: AiGameData): AiRefusal | null {
  if (isAiOver(data)) return 'GAME_OVER';
  if (!data.setting.undo) return 'UNDO_OFF';
  return pliesToUndo(data) > 0 ? null : 'NOTHING_TO_UNDO';
}

/** Returns the game before the user's last move, or unchanged if undo is not allowed. */
export function undoneAi(data: AiGameData, now: number): AiGameData {
  if (aiUndoRefusal(data)) return data;
  const plies = pliesToUndo(data);
  let local = data.local;
  for (let ply = 0; ply < plies; ply++) local = undoneLocal(local, turn(positionOf(local.game)));
  const { own, control } = data.setting;
  const undone = { red: 1, blue: 1, [otherSide(own)]: plies - 1 };
  const clock = data.clock && control && afterUndo(data.clock, turnOf(data), undone, control, now);
  return { ...data, local, clock };
}

export function hintRefusal(data: AiGameData): AiRefusal | null {
  if (isAiOver(data)) return 'GAME_OVER';
  if (!data.setting.hints) return 'HINTS_OFF';
  if (data.hintsUsed >= HINTS) return 'NO_HINTS';
  return isComputersTurn(data) ? 'NOT_YOUR_TURN' : null;
}

/** Plies between two draw offers. */
const DRAW_PAUSE_PLIES = 10;

export function drawRefusal(data: AiGameData): AiRefusal | null {
  if (isAiOver(data)) return 'GAME_OVER';
  if (isComputersTurn(data)) return 'NOT_YOUR_TURN';
  const since = plyCount(data.local.game) - (data.drawOfferedAt ?? -DRAW_PAUSE_PLIES);
  // An undo may lead back behind the offer.
  return Math.abs(since) < DRAW_PAUSE_PLIES ? 'DRAW_ASKED' : null;
}

/** Returns the game after the user's draw offer, drawn if the computer accepts. */
export function drawOfferedAi(data: AiGameData, accepted: boolean, now: number): AiGameData {
  const offered = { ...data, drawOfferedAt: plyCount(data.local.game) };
  return accepted ? stoppedIfOver({ ...offered, local: drawnLocal(data.local) }, now) : offered;
}

export function surrenderedAi(data: AiGameData, now: number): AiGameData {
  return stoppedIfOver({ ...data, local: surrenderedLocal(data.local, data.setting.own) }, now);
}

/** Returns the time at which the side to move runs out of time; null while no clock runs. */
export function flagTime(data: AiGameData): number | null {
  if (!data.clock || data.clock.lastMoveTime === null || isAiOver(data)) return null;
  return data.clock.lastMoveTime + remaining(data.clock, turnOf(data), turnOf(data), 0);
}

/** Ends the game if the side to move has no time left. */
export function flaggedAi(data: AiGameData, now: number): AiGameData {
  const mover = turnOf(data);
  if (isAiOver(data) || !data.clock || !flagged(data.clock, mover, now)) return data;
  const game = endGame(data.local.game, otherSide(mover), 'TIME_UP');
  const local = { ...data.local, game, version: data.local.version + 1 };
  return stoppedIfOver({ ...data, local }, now);
}

/** Resumes a game after the page was closed; the time in between counts for neither clock. */
export function resumedAi(data: AiGameData, now: number): AiGameData {
  if (!data.clock || data.clock.lastMoveTime === null) return data;
  return { ...data, clock: { ...data.clock, lastMoveTime: now } };
}

/** Returns the seed of the level's random choice at this move, equal after a reload and in other windows (FNV-1a). */
export function seedOf({ local }: AiGameData): number {
  let hash = 0x811c9dc5;
  for (const char of `${local.id} ${plyCount(local.game)}`)
    hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193);
  return hash >>> 0;
}
