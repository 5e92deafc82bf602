import { ERRORS, MAX_PLIES } from '@doushouqi/protocol';
import {
  formatRecord,
  gameAfter,
  legalGameMoves,
  localRuleSet,
  outcome,
  plyCount,
  positionOf,
  ruleSetOf,
  type Side,
  samePosition,
  turn,
} from '@doushouqi/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moveOf } from '../../../test/rooms.ts';
import { refusalOf } from '../../game/refusal.ts';
import {
  beginLocal,
  drawnLocal,
  endRefusal,
  isLocalOver,
  type LocalFacts,
  movedLocal,
  rulesWait,
  saveId,
  surrenderedLocal,
  undoneLocal,
  undoRefusal,
  withLocalRules,
} from './local-game-state.ts';
import { formatLocal, parseLocal } from './saved-games.ts';

function after(...moves: string[]): LocalFacts {
  return moves.reduce((facts, text, index) => {
    const { from, to } = moveOf(text);
    const moved = movedLocal(facts, from, to, 1_000 + index * 500);
    if (!moved) throw new Error(text);
    return moved;
  }, beginLocal('g1'));
}

/** To and fro, a round at a time: both sides step away and back. */
const ROUNDS = ['a1b1', 'a9b9', 'b1a1', 'b9a9'];

describe('taking back', () => {
  it.each([
    ['the start', beginLocal('g1'), 'red', 'NOTHING_TO_UNDO'],
    ['the start', beginLocal('g1'), 'blue', 'NOTHING_TO_UNDO'],
    ['after red moved', after('a1b1'), 'red', 'NOT_YOUR_UNDO'],
    ['after red moved', after('a1b1'), 'blue', null],
    ['after blue moved', after('a1b1', 'a9b9'), 'red', null],
    ['after blue moved', after('a1b1', 'a9b9'), 'blue', 'NOT_YOUR_UNDO'],
    ['after the end', drawnLocal(after('a1b1')), 'blue', 'GAME_OVER'],
  ] as const)('%s (%#)', (_, facts, by, refusal) => {
    expect(undoRefusal(facts, by)).toBe(refusal);
    const undone = undoneLocal(facts, by);
    if (refusal) expect(undone).toBe(facts);
    else expect(plyCount(undone.game)).toBe(plyCount(facts.game) - 1);
  });

  it('restores board and turn', () => {
    const undone = undoneLocal(after('a1b1', 'a9b9'), 'red');
    expect(samePosition(positionOf(undone.game), positionOf(after('a1b1').game))).toBe(true);
    expect(turn(positionOf(undone.game))).toBe('blue');
  });

  it('forgets when the game began with its first move', () => {
    expect(undoneLocal(after('a1b1'), 'blue')).toMatchObject({ startTime: null, moveTimes: [] });
  });
});

describe('the end', () => {
  it.each([
    ['red', 'blue'],
    ['blue', 'red'],
  ] as const)('%s surrenders and %s wins', (by, winner) => {
    const facts = surrenderedLocal(after('a1b1'), by);
    expect(outcome(facts.game)).toMatchObject({ winner, endReason: 'SURRENDER' });
  });

  it('is a draw by agreement, and stays what it is', () => {
    const facts = drawnLocal(after('a1b1'));
    expect(outcome(facts.game)).toMatchObject({ winner: 'draw', endReason: 'DRAW_AGREED' });
    expect(endRefusal(facts)).toBe('GAME_OVER');
    expect(surrenderedLocal(facts, 'red')).toBe(facts);
    expect(drawnLocal(facts)).toBe(facts);
  });

  it('is a draw after 100 rounds without a capture', () => {
    const free = withLocalRules(beginLocal('g1'), { threefold: false });
    const facts = repeat(free, 200);
    expect(outcome(facts.game)).toMatchObject({ winner: 'draw', endReason: 'DRAW_100_ROUNDS' });
    expect(movedLocal(facts, { x: 0, y: 8 }, { x: 1, y: 8 }, 0)).toBeNull();
  });

  it('comes at the longest game that can be kept', () => {
    const endless = withLocalRules(beginLocal('g1'), { threefold: false, hundredRounds: false });
    const facts = repeat(endless, MAX_PLIES);
    expect(outcome(facts.game).endReason).toBe('DRAW_TOO_LONG');
    expect(parseLocal(formatLocal(facts))).toEqual(facts);
  });
});

function repeat(start: LocalFacts, plies: number): LocalFacts {
  let facts = start;
  for (let ply = 0; ply < plies; ply++) {
    const { from, to } = moveOf(ROUNDS[ply % 4]!);
    const moved = movedLocal(facts, from, to, ply);
    if (!moved) throw new Error(`half-move ${ply}`);
    facts = moved;
  }
  return facts;
}

/** The message of the first refusal while both sides step to and fro. */
function firstRefusal(start: LocalFacts): string | null {
  let facts = start;
  for (let ply = 0; ply < 60; ply++) {
    const { from, to } = moveOf(ROUNDS[ply % 4]!);
    const moved = movedLocal(facts, from, to, ply);
    if (!moved) return refusalOf(facts.game, from, to)?.message ?? null;
    facts = moved;
  }
  return null;
}

describe('optional rules', () => {
  const NONE = { sevenThree: false, seventeenFive: false, threefold: false };
  it.each([
    [{}, ERRORS.THREEFOLD_REPETITION.message],
    [NONE, null],
    [{ ...NONE, sevenThree: true }, ERRORS.SEVEN_THREE.message],
    [{ ...NONE, seventeenFive: true }, ERRORS.SEVENTEEN_FIVE.message],
  ])('%j: %s', (rules, message) => {
    expect(firstRefusal(withLocalRules(beginLocal('g1'), rules))).toBe(message);
  });

  it('hold at once before the first move, and with the next game after it', () => {
    const fresh = withLocalRules(beginLocal('g1'), { sevenThree: true });
    expect(ruleSetOf(fresh.game)).toBe(localRuleSet({ sevenThree: true }));
    expect(rulesWait(fresh)).toBe(false);

    const running = withLocalRules(after('a1b1'), { sevenThree: true });
    expect(ruleSetOf(running.game)).toBe(localRuleSet());
    expect(rulesWait(running)).toBe(true);
    expect(ruleSetOf(beginLocal('g2', running.rules).game)).toBe(localRuleSet({ sevenThree: true }));
  });
});

it('notes when moves were made, whatever the clock of the device does', () => {
  const first = after('a1b1', 'a9b9');
  const { from, to } = moveOf('b1a1');
  const moved = movedLocal(first, from, to, 200);
  expect(moved).toMatchObject({ startTime: 1_000, moveTimes: [0, 500, 500] });
});

/** What two people may do, as numbers choose it. */
const doing = fc.record({ what: fc.nat(19), pick: fc.nat(), by: fc.constantFrom<Side>('red', 'blue') });

function done(facts: LocalFacts, { what, pick, by }: { what: number; pick: number; by: Side }): LocalFacts {
  if (what === 0) return pick % 5 === 0 ? surrenderedLocal(facts, by) : facts;
  if (what === 1) return pick % 5 === 0 ? drawnLocal(facts) : facts;
  if (what <= 4) return undoneLocal(facts, by);
  if (what === 5) return withLocalRules(facts, { seventeenFive: pick % 2 === 0 });
  const moves = legalGameMoves(facts.game);
  const move = moves[pick % Math.max(1, moves.length)] ?? { from: { x: 0, y: 0 }, to: { x: 0, y: 0 } };
  return movedLocal(facts, move.from, move.to, pick) ?? facts;
}

it('whatever two people do, the game is whole, and comes back from its text as it was', () => {
  fc.assert(
    fc.property(fc.array(doing, { maxLength: 60 }), (doings) => {
      let facts = beginLocal('g1');
      const names = new Map<string, string>();
      for (const one of doings) {
        const before = facts;
        facts = done(facts, one);
        expect(facts.moveTimes.length).toBe(plyCount(facts.game));
        expect(facts.startTime === null).toBe(plyCount(facts.game) === 0);
        if (isLocalOver(before)) expect(facts.game).toBe(before.game);
        // Two games that differ never bear the same name.
        const record = formatRecord(facts.game) + ruleSetOf(facts.game);
        expect(names.get(saveId(facts)) ?? record).toBe(record);
        names.set(saveId(facts), record);
      }
      expect(parseLocal(formatLocal(facts))).toEqual(facts);
      expect(gameAfter(facts.game, 0).start).toBe(facts.game.start);
    }),
    { numRuns: 200 },
  );
});
