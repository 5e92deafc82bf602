import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { playAll } from '../test/fixtures.ts';
import {
  DEFAULT_RULE_SET,
  isRuleSetName,
  localRuleSet,
  newGame,
  ONLINE_RULE_SET,
  type RuleSetName,
  ruleSetOf,
  rulesOf,
  undo,
} from './index.ts';

const anyRules = fc.record({
  sevenThree: fc.boolean(),
  seventeenFive: fc.boolean(),
  threefold: fc.boolean(),
  hundredRounds: fc.boolean(),
});

describe('rule sets', () => {
  test('online games have third repetition alone', () => {
    expect(ONLINE_RULE_SET).toBe('online-1');
    expect(rulesOf('online-1')).toEqual({
      sevenThree: false,
      seventeenFive: false,
      threefold: true,
      hundredRounds: false,
    });
  });

  test('a local name lists the active rules in a fixed order', () => {
    expect(DEFAULT_RULE_SET).toBe('local-1:threefold+hundred-rounds');
    expect(localRuleSet()).toBe(DEFAULT_RULE_SET);
    expect(localRuleSet({ hundredRounds: false })).toBe('local-1:threefold');
    expect(localRuleSet({ sevenThree: true, seventeenFive: true })).toBe(
      'local-1:seven-three+seventeen-five+threefold+hundred-rounds',
    );
    expect(localRuleSet({ threefold: false, hundredRounds: false })).toBe('local-1');
  });

  test('every choice has a name that returns the same frozen object', () => {
    fc.assert(
      fc.property(anyRules, (rules) => {
        const name = localRuleSet(rules);
        expect(isRuleSetName(name)).toBe(true);
        expect(rulesOf(name)).toEqual(rules);
        expect(rulesOf(`${name}` as RuleSetName)).toBe(rulesOf(name));
        expect(Object.isFrozen(rulesOf(name))).toBe(true);
      }),
    );
  });

  test.each([
    '',
    'online',
    'online-2',
    'ONLINE-1',
    ' online-1',
    'local-1:',
    'local-1+threefold',
    'local-1:hundred-rounds+threefold',
    'local-1:threefold+threefold',
    'local-1:threefold+',
    'local-1:fivefold',
    'local-10',
    'constructor',
    `local-1:${'threefold+'.repeat(10_000)}`,
  ])('refuses %j as a name', (text) => {
    expect(isRuleSetName(text)).toBe(false);
  });

  test('throws for an unknown name', () => {
    expect(() => rulesOf('online-0' as RuleSetName)).toThrow('not a rule set: online-0');
  });

  test('moves and undo preserve the name', () => {
    const played = playAll(newGame('online-1'), '0,6-0,5 6,2-6,3');
    expect([newGame(), played, undo(played)].map(ruleSetOf)).toEqual([
      DEFAULT_RULE_SET,
      'online-1',
      'online-1',
    ]);
  });
});
