/**
 * Archived records, at least one of each rule set. NEVER EDIT OR REMOVE ONE: a failing case means that the rules changed for
 * games that were played already. Add a new rule set and records of it instead.
 */
import { describe, expect, test } from 'vitest';
import frozen from '../../test/frozen-records.json' with { type: 'json' };
import {
  formatFen,
  formatRecord,
  isRuleSetName,
  localRuleSet,
  outcome,
  type Position,
  parseFen,
  parseRecord,
  plyCount,
  positionOf,
  type RuleSetName,
  ruleSetOf,
} from '../index.ts';

const WINNERS = { PLAYING: null, PLAYER1_WIN: 'red', PLAYER2_WIN: 'blue', DRAW: 'draw' } as const;

interface FrozenRecord {
  readonly about: string;
  readonly ruleSet: string;
  /** FEN-like string of a set-up start. */
  readonly start?: string;
  readonly record: string;
  readonly ply: number;
  readonly fen: string;
  readonly status: keyof typeof WINNERS;
  readonly endReason: string;
  /** Moves that a rule of the set forbids after `after` plies of the record. */
  readonly refused: readonly { after: number; move: string; code: string }[];
  /** The first ply of the record that another rule set refuses. */
  readonly otherRules: readonly { ruleSet: string; ply: number; code: string }[];
}

const RECORDS: readonly FrozenRecord[] = frozen as FrozenRecord[];
const IN_PROGRESS = '000090';

function nameOf(text: string): RuleSetName {
  if (!isRuleSetName(text)) throw new Error(`rule set ${text} does not exist`);
  return text;
}

function startOf({ start }: FrozenRecord): { start: Position } | undefined {
  if (start === undefined) return undefined;
  const position = parseFen(start);
  if (!position.ok) throw new Error(position.error.code);
  return { start: position.value };
}

describe.each(
  RECORDS.map((frozenRecord) => [frozenRecord.ruleSet, frozenRecord.about, frozenRecord] as const),
)('%s, %s', (name, _, frozenRecord) => {
  const { record, ply, fen, status, endReason, refused, otherRules } = frozenRecord;
  const read = (text: string, ruleSet = name) =>
    parseRecord(text, { ruleSet: nameOf(ruleSet), ...startOf(frozenRecord) });

  test('is read with its original result', () => {
    const game = read(record);
    if (!game.ok) throw new Error(`${game.error.code} at ply ${game.error.ply}`);
    expect(formatFen(positionOf(game.value))).toBe(fen);
    expect(outcome(game.value)).toEqual({ winner: WINNERS[status], endReason });
    expect(plyCount(game.value)).toBe(ply);
    expect(ruleSetOf(game.value)).toBe(name);
    expect(formatRecord(game.value)).toBe(record);
  });

  test.each(refused)('refuses $move after $after plies: $code', ({ after, move, code }) => {
    const begun = IN_PROGRESS + record.slice(IN_PROGRESS.length, IN_PROGRESS.length + after * 3);
    expect(read(begun).ok).toBe(true);
    expect(read(begun + move)).toEqual({ ok: false, error: { code, ply: after + 1 } });
  });

  test.each(otherRules)('is refused by $ruleSet at ply $ply: $code', ({ ruleSet, ply, code }) => {
    expect(read(record, ruleSet)).toEqual({ ok: false, error: { code, ply } });
  });
});

test('every rule set has a frozen record', () => {
  const names = new Set(RECORDS.map(({ ruleSet }) => ruleSet));
  const both = [false, true];
  for (const sevenThree of both) {
    for (const seventeenFive of both) {
      for (const threefold of both) {
        for (const hundredRounds of both) {
          expect(names).toContain(localRuleSet({ sevenThree, seventeenFive, threefold, hundredRounds }));
        }
      }
    }
  }
  expect(names).toContain('online-1');
});
