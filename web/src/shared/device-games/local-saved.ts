import { MAX_PLIES } from '@doushouqi/protocol';
import {
  formatRecord,
  isRuleSetName,
  parseRecord,
  plyCount,
  type RuleOptions,
  ruleSetOf,
} from '@doushouqi/rules';
import type { LocalFacts } from './local-game-state.ts';

/** A local game as text, for the storage of the browser, where anything may be found. Pure. */

/** The longest game is a third of this. Characters. */
const LONGEST = 60_000;
const ID = /^[\w-]{1,24}$/;

interface Saved extends Omit<LocalFacts, 'game'> {
  record: string;
  ruleSet: string;
}

export function formatLocal({ game, ...rest }: LocalFacts): string {
  return JSON.stringify({ ...rest, record: formatRecord(game), ruleSet: ruleSetOf(game) } satisfies Saved);
}

/** The game that a text holds; null where it holds none. */
export function parseLocal(text: string | null): LocalFacts | null {
  const saved = text !== null && text.length <= LONGEST ? jsonOf(text) : null;
  if (!isSaved(saved) || !isRuleSetName(saved.ruleSet)) return null;
  const parsed = parseRecord(saved.record, { ruleSet: saved.ruleSet });
  if (!parsed.ok || plyCount(parsed.value) !== saved.moveTimes.length) return null;
  const { id, version, startTime, moveTimes, rules } = saved;
  const { sevenThree, seventeenFive, threefold, hundredRounds } = rules;
  return {
    id,
    game: parsed.value,
    version,
    startTime,
    moveTimes,
    rules: { sevenThree, seventeenFive, threefold, hundredRounds },
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Checked by hand: the schema library would come with the page for this alone. */
function isSaved(value: unknown): value is Saved {
  if (typeof value !== 'object' || value === null) return false;
  const { id, version, startTime, moveTimes, rules, record, ruleSet } = value as Partial<Saved>;
  return (
    typeof id === 'string' &&
    ID.test(id) &&
    isCount(version) &&
    typeof record === 'string' &&
    typeof ruleSet === 'string' &&
    isTimes(moveTimes) &&
    (moveTimes.length === 0 ? startTime === null : isCount(startTime)) &&
    isRules(rules)
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
  if (typeof value !== 'object' || value === null) return false;
  const { sevenThree, seventeenFive, threefold, hundredRounds } = value as Partial<RuleOptions>;
  return [sevenThree, seventeenFive, threefold, hundredRounds].every((one) => typeof one === 'boolean');
}
