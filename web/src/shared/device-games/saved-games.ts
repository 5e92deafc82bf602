import type { Level } from '@doushouqi/engine';
import {
  fromWirePair,
  fromWireSide,
  MAX_PLIES,
  TIME_CONTROL_BOUNDS,
  TIME_CONTROLS,
  type TimeControl,
  toWirePair,
  toWireSide,
  type WirePair,
  type WireSide,
} from '@doushouqi/protocol';
import {
  formatRecord,
  isRuleSetName,
  ok,
  type Position,
  parseFen,
  parseRecord,
  plyCount,
  type RuleOptions,
  ruleSetOf,
  startFen,
  startPosition,
} from '@doushouqi/rules';
import { KEYS, type KeyStore } from '../../client/storage.ts';
import { type AiGameData, type AiSetting, beginAi, HINTS, isAiOver } from './ai-game-state.ts';
import { hasMoves, isLocalOver, type LocalGameData, newClock, type TimedClock } from './local-game-state.ts';

/** Local games as text in the browser's storage, which is untrusted input. */

/** Maximum number of characters; the longest game has a third of this. */
const LONGEST = 60_000;
const ID = /^[\w-]{1,24}$/;

interface Saved extends Omit<LocalGameData, 'game' | 'control' | 'clock'> {
  record: string;
  ruleSet: string;
  /** FEN-like string of a set-up start; null, or absent in older games, for the usual one. */
  start?: string | null;
  /** Both are absent in older games. */
  control?: TimeControl | null;
  clock?: SavedClock | null;
}

/** Sides are stored as on the wire. */
type SavedClock = Omit<TimedClock, 'timeLeft'> & { timeLeft: WirePair<number> };

export function formatLocal({ game, clock, ...rest }: LocalGameData): string {
  const played = { record: formatRecord(game), ruleSet: ruleSetOf(game), start: startFen(game) };
  const left = clock && { ...clock, timeLeft: toWirePair(clock.timeLeft) };
  return JSON.stringify({ ...rest, clock: left, ...played } satisfies Saved);
}

/** Returns the game of a text, or null if the text is not a game. */
export function parseLocal(text: string | null): LocalGameData | null {
  const saved = jsonOf(text, LONGEST);
  if (!isSaved(saved) || !isRuleSetName(saved.ruleSet)) return null;
  const start = positionOfFen(saved.start);
  const parsed = start.ok ? parseRecord(saved.record, { ruleSet: saved.ruleSet, start: start.value }) : null;
  if (!parsed?.ok || plyCount(parsed.value) !== saved.moveTimes.length) return null;
  const { id, version, startTime, moveTimes, rules, control = null, clock = null } = saved;
  const { sevenThree, seventeenFive, threefold, hundredRounds } = rules;
  return {
    id,
    game: parsed.value,
    version,
    startTime,
    moveTimes,
    rules: { sevenThree, seventeenFive, threefold, hundredRounds },
    control,
    clock: clock && { ...clock, timeLeft: fromWirePair(clock.timeLeft) },
  };
}

function positionOfFen(fen: string | null | undefined) {
  return fen === null || fen === undefined ? ok(startPosition()) : parseFen(fen);
}

/** Returns null for a text that is too long or is not JSON. */
function jsonOf(text: string | null, longest: number): unknown {
  if (text === null || text.length > longest) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Checked by hand: the schema library would load with the page for this alone. */
function isSaved(value: unknown): value is Saved {
  if (!isObject(value)) return false;
  const { id, version, startTime, moveTimes, rules, record, ruleSet, start, control, clock } =
    value as Partial<Saved>;
  return (
    typeof id === 'string' &&
    ID.test(id) &&
    isCount(version) &&
    typeof record === 'string' &&
    typeof ruleSet === 'string' &&
    (start === undefined || start === null || typeof start === 'string') &&
    isTimes(moveTimes) &&
    (moveTimes.length === 0 ? startTime === null : isCount(startTime)) &&
    isRules(rules) &&
    (control === undefined || control === null || isControl(control)) &&
    (clock === undefined || clock === null || isClock(clock))
  );
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isTimes(value: unknown): value is number[] {
  if (!Array.isArray(value) || value.length > MAX_PLIES) return false;
  return value.every((time, index) => isCount(time) && time >= (value[index - 1] ?? 0));
}

function isRules(value: unknown): value is RuleOptions {
  if (!isObject(value)) return false;
  const { sevenThree, seventeenFive, threefold, hundredRounds } = value as Partial<RuleOptions>;
  return [sevenThree, seventeenFive, threefold, hundredRounds].every((one) => typeof one === 'boolean');
}

/** Maximum number of characters; the game itself has its own limit. */
const LONGEST_AI = 130_000;

interface SavedAi extends Omit<AiGameData, 'local' | 'setting'> {
  local: string;
  setting: Omit<AiSetting, 'own'> & { own: WireSide };
}

export function formatAi({ local, setting, hintsUsed, drawOfferedAt }: AiGameData): string {
  return JSON.stringify({
    setting: { ...setting, own: toWireSide(setting.own) },
    hintsUsed,
    drawOfferedAt,
    local: formatLocal(local),
  } satisfies SavedAi);
}

/** Returns the game of a text, or null if the text is not a game. */
export function parseAi(text: string | null): AiGameData | null {
  const saved = jsonOf(text, LONGEST_AI);
  if (!isObject(saved)) return null;
  // Older games lack the draw offer.
  const { setting, hintsUsed, drawOfferedAt = null, local: localText } = saved as Partial<SavedAi>;
  const local = typeof localText === 'string' ? parseLocal(localText) : null;
  if (!local || !isSetting(setting) || !isWithin(hintsUsed, 0, HINTS)) return null;
  if (drawOfferedAt !== null && !isWithin(drawOfferedAt, 0, MAX_PLIES)) return null;
  const { level, own, control, undo, hints, warmUp } = setting;
  const known = { level, own: fromWireSide(own), control, undo, hints, ...(warmUp === true && { warmUp }) };
  return {
    setting: known,
    // In older games the clocks start again.
    local: { ...local, clock: control && (local.clock ?? newClock(control)) },
    hintsUsed,
    drawOfferedAt,
  };
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

function isSetting(value: unknown): value is SavedAi['setting'] {
  if (!isObject(value)) return false;
  const { level, own, control, undo, hints } = value as Partial<SavedAi['setting']>;
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

function isControl(value: unknown): value is TimeControl {
  if (!isObject(value)) return false;
  const { initial, increment } = value as Partial<TimeControl>;
  const { initial: minutes, increment: seconds } = TIME_CONTROL_BOUNDS;
  return isWithin(initial, minutes.min, minutes.max) && isWithin(increment, seconds.min, seconds.max);
}

function isClock(value: unknown): value is SavedClock {
  if (!isObject(value)) return false;
  const { control, timeLeft, lastMoveTime } = value as Partial<SavedClock>;
  if (!isControl(control) || !isObject(timeLeft) || (lastMoveTime !== null && !isCount(lastMoveTime)))
    return false;
  return isCount(timeLeft.player1) && isCount(timeLeft.player2);
}

/** Returns the stored game of this device, or null. */
export function loadAiGame(storage: KeyStore): AiGameData | null {
  return parseAi(storage.getItem(KEYS.aiGame));
}

/** Stores a new game, which replaces the old one. `start`: the position, absent for the usual one. */
export function startAi(
  { storage, randomId }: { storage: KeyStore; randomId: () => string },
  setting: AiSetting,
  start?: Position,
): void {
  storage.setItem(KEYS.aiGame, formatAi(beginAi(randomId(), setting, start)));
}

export type SavedWay = 'ai' | 'local';

/** Returns the ways to play in which this device stores a game with moves that has not ended. */
export function savedWays(storage: KeyStore): SavedWay[] {
  const ways: SavedWay[] = [];
  const ai = loadAiGame(storage);
  if (ai && hasMoves(ai.local) && !isAiOver(ai)) ways.push('ai');
  const local = parseLocal(storage.getItem(KEYS.localGame));
  if (local && hasMoves(local) && !isLocalOver(local)) ways.push('local');
  return ways;
}
