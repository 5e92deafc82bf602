import type { Level } from '@doushouqi/engine';
import { outcome, startFen } from '@doushouqi/rules';
import type { KeyStore } from '../../client/storage.ts';
import { type AiGameData, isAiOver } from '../../shared/device-games/ai-game-state.ts';
import { hasMoves } from '../../shared/device-games/local-game-state.ts';

/**
 * Results of a user's finished games against the levels, stored on this device: only some games are saved as records.
 */

const KEY = 'aiTally';
/** Maximum number of users per device with stored tallies. */
const MAX_USERS = 8;
const LEVELS = 5;
/** Wins in a row after which the next level is proposed. */
const READY_WINS = 2;

interface Tally {
  readonly won: number;
  readonly lost: number;
  readonly drawn: number;
  /** Wins since the last game that was not won. */
  readonly streak: number;
}

/** From level 1 to level 5. */
export type Tallies = readonly Tally[];

interface Counted {
  /** Id of the last counted game: each game counts once, whichever window counts it. */
  readonly last: string;
  readonly levels: Tallies;
}

const NONE: Tally = { won: 0, lost: 0, drawn: 0, streak: 0 };
const NOTHING: Counted = { last: '', levels: Array.from({ length: LEVELS }, () => NONE) };

/** @param user id, or null for a visitor */
export function readTallies(storage: KeyStore, user: string | null): Tallies {
  return (readAll(storage)[nameOf(user)] ?? NOTHING).levels;
}

/**
 * Counts a finished game. A game without moves, from a set-up position, or one that is already counted, changes
 * nothing.
 */
export function countGame(storage: KeyStore, user: string | null, data: AiGameData): void {
  const { [nameOf(user)]: old = NOTHING, ...others } = readAll(storage);
  const { id, game } = data.local;
  if (!isAiOver(data) || !hasMoves(data.local) || startFen(game) !== null || old.last === id) return;
  const { winner } = outcome(game);
  const { level, own } = data.setting;
  const levels = old.levels.map((tally, index) =>
    index === level - 1
      ? counted(tally, winner === 'draw' ? 'drawn' : winner === own ? 'won' : 'lost')
      : tally,
  );
  const recent = Object.entries(others).slice(-(MAX_USERS - 1));
  storage.setItem(KEY, JSON.stringify(Object.fromEntries([...recent, [nameOf(user), { last: id, levels }]])));
}

/** Returns whether a level was won often enough in a row and the next one never. Pure. */
export function isReadyFor(tallies: Tallies, next: Level): boolean {
  return (tallies[next - 2]?.streak ?? 0) >= READY_WINS && tallies[next - 1]!.won === 0;
}

function counted(tally: Tally, result: 'won' | 'lost' | 'drawn'): Tally {
  return {
    ...tally,
    [result]: tally[result] + 1,
    streak: result === 'won' ? tally.streak + 1 : 0,
  };
}

/** The prefix preserves insertion order: objects sort number-like keys first. */
function nameOf(user: string | null): string {
  return `u${user ?? ''}`;
}

function readAll(storage: KeyStore): Record<string, Counted> {
  const all = parsed(storage.getItem(KEY));
  if (typeof all !== 'object' || all === null) return {};
  return Object.fromEntries(Object.entries(all).filter(([, one]) => isCounted(one)));
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

function isCounted(value: unknown): value is Counted {
  const { last, levels } = (value ?? {}) as Partial<Counted>;
  return (
    typeof last === 'string' && Array.isArray(levels) && levels.length === LEVELS && levels.every(isTally)
  );
}

function isTally(value: unknown): value is Tally {
  const tally = (value ?? {}) as Partial<Tally>;
  return [tally.won, tally.lost, tally.drawn, tally.streak].every(
    (one) => Number.isSafeInteger(one) && one! >= 0,
  );
}
