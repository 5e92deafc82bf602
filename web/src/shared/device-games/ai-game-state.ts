import type { Level } from '@doushouqi/engine';
import type { TimeControl } from '@doushouqi/protocol';
import { type Point, type Position, plyCount, type Side } from '@doushouqi/rules';
import {
  beginLocal,
  drawnLocal,
  isLocalOver,
  type LocalGameData,
  localTurn,
  movedLocal,
  PLAIN,
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
  /** The game itself, a local game with its clocks. */
  readonly local: LocalGameData;
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
  const local = beginLocal(id, { ...PLAIN, control: setting.control }, start);
  return { setting, local, hintsUsed: 0, drawOfferedAt: null };
}

export function isAiOver({ local }: AiGameData): boolean {
  return isLocalOver(local);
}

export function isComputersTurn(data: AiGameData): boolean {
  return !isAiOver(data) && localTurn(data.local) !== data.setting.own;
}

/** Returns the game after a move of the side to move (see `movedLocal`), or null for an illegal one. */
export function movedAi(data: AiGameData, from: Point, to: Point, now: number): AiGameData | null {
  const local = movedLocal(data.local, from, to, now);
  return local && { ...data, local };
}

/** Returns the number of plies to undo so that the user is to move; 0 before the user's first move. */
function pliesToUndo(data: AiGameData): number {
  const plies = localTurn(data.local) === data.setting.own ? 2 : 1;
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
  for (let ply = 0; ply < plies; ply++) local = undoneLocal(local, localTurn(local), now);
  return { ...data, local };
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
  return accepted ? { ...offered, local: drawnLocal(data.local, now) } : offered;
}

export function surrenderedAi(data: AiGameData, now: number): AiGameData {
  return { ...data, local: surrenderedLocal(data.local, data.setting.own, now) };
}

/** Returns the seed of the level's random choice at this move, equal after a reload and in other windows (FNV-1a). */
export function seedOf({ local }: AiGameData): number {
  let hash = 0x811c9dc5;
  for (const char of `${local.id} ${plyCount(local.game)}`)
    hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193);
  return hash >>> 0;
}
