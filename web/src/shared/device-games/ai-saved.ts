import type { Level } from '@doushouqi/engine';
import {
  fromWirePair,
  fromWireSide,
  TIME_CONTROLS,
  toWirePair,
  toWireSide,
  type WirePair,
  type WireSide,
} from '@doushouqi/protocol';
import type { Clock } from '@doushouqi/room';
import { KEYS, type KeyStore } from '../../client/storage.ts';
import { type AiFacts, type AiSetting, beginAi, HINTS } from './ai-game-state.ts';
import { formatLocal, parseLocal } from './local-saved.ts';

/** A game against the computer as text, for the storage of the browser, where anything may be found. Pure. */

/** The game itself has its own limit. Characters. */
const LONGEST = 130_000;

/** Sides are stored as on the wire. */
interface Saved extends Omit<AiFacts, 'local' | 'setting' | 'clock'> {
  local: string;
  setting: Omit<AiSetting, 'own'> & { own: WireSide };
  clock: SavedClock | null;
}
type SavedClock = Omit<Clock, 'timeLeft'> & { timeLeft: WirePair<number> };

export function formatAi({ local, setting, clock, hintsUsed }: AiFacts): string {
  return JSON.stringify({
    setting: { ...setting, own: toWireSide(setting.own) },
    clock: clock && { ...clock, timeLeft: toWirePair(clock.timeLeft) },
    hintsUsed,
    local: formatLocal(local),
  } satisfies Saved);
}

/** The game that a text holds; null where it holds none. */
export function parseAi(text: string | null): AiFacts | null {
  const saved = text !== null && text.length <= LONGEST ? jsonOf(text) : null;
  if (!isObject(saved)) return null;
  const { setting, clock, hintsUsed, local: localText } = saved as Partial<Saved>;
  const local = typeof localText === 'string' ? parseLocal(localText) : null;
  if (!local || !isSetting(setting) || !isWithin(hintsUsed, 0, HINTS)) return null;
  if (setting.control === null ? clock !== null : !isClock(clock)) return null;
  const { level, own, control, undo, hints, warmUp } = setting;
  const known = { level, own: fromWireSide(own), control, undo, hints, ...(warmUp === true && { warmUp }) };
  return {
    setting: known,
    local,
    clock: clock ? { ...clock, timeLeft: fromWirePair(clock.timeLeft) } : null,
    hintsUsed,
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isWithin(value: unknown, low: number, high: number): value is number {
  return Number.isInteger(value) && (value as number) >= low && (value as number) <= high;
}

export function isLevel(value: unknown): value is Level {
  return isWithin(value, 1, 5);
}

function isSetting(value: unknown): value is Saved['setting'] {
  if (!isObject(value)) return false;
  const { level, own, control, undo, hints } = value as Partial<Saved['setting']>;
  const isKnown =
    control === null ||
    (isObject(control) &&
      TIME_CONTROLS.some(
        ({ initial, increment }) => initial === control.initial && increment === control.increment,
      ));
  return (
    isLevel(level) &&
    isWithin(own, 1, 2) &&
    isKnown &&
    typeof undo === 'boolean' &&
    typeof hints === 'boolean'
  );
}

function isTime(value: unknown): value is number {
  return isWithin(value, 0, Number.MAX_SAFE_INTEGER);
}

function isClock(value: unknown): value is SavedClock {
  if (!isObject(value)) return false;
  const { timeLeft, lastMoveTime } = value as Partial<SavedClock>;
  if (!isObject(timeLeft) || (lastMoveTime !== null && !isTime(lastMoveTime))) return false;
  return isTime(timeLeft.player1) && isTime(timeLeft.player2);
}

/** The game that this device keeps; null where it keeps none. */
export function keptAi(storage: KeyStore): AiFacts | null {
  return parseAi(storage.getItem(KEYS.aiGame));
}

/** Keeps a new game in place of the old one. */
export function startAi(
  { storage, randomId }: { storage: KeyStore; randomId: () => string },
  setting: AiSetting,
): void {
  storage.setItem(KEYS.aiGame, formatAi(beginAi(randomId(), setting)));
}
