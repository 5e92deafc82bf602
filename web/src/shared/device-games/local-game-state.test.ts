import { ERRORS, MAX_PLIES } from '@doushouqi/protocol';
import { moveOf } from '@doushouqi/room-client/testing';
import {
  formatRecord,
  gameAfter,
  legalGameMoves,
  localRuleSet,
  outcome,
  plyCount,
  positionOf,
  type RuleOptions,
  ruleSetOf,
  type Side,
  samePosition,
  turn,
} from '@doushouqi/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../game/refusal.ts';
import {
  beginLocal,
  drawnLocal,
  endRefusal,
  flaggedLocal,
  flagTime,
  isLocalOver,
  type LocalGameData,
  movedLocal,
  PLAIN,
  resumedLocal,
  rulesWait,
  saveId,
  surrenderedLocal,
  undoneLocal,
  undoRefusal,
  withSetting,
} from './local-game-state.ts';
import { formatLocal, parseLocal } from './saved-games.ts';

/** Plays moves at 1 s, 1.5 s, … */
function played(start: LocalGameData, ...moves: string[]): LocalGameData {
  return moves.reduce((data, text, index) => {
    const { from, to } = moveOf(text);
    const moved = movedLocal(data, from, to, 1_000 + index * 500);
    if (!moved) throw new Error(text);
    return moved;
  }, start);
}

function after(...moves: string[]): LocalGameData {
  return played(beginLocal('g1'), ...moves);
}

const BLITZ = { initial: 2, increment: 1 };

function timed(...moves: string[]): LocalGameData {
  return played(beginLocal('g1', { ...PLAIN, control: BLITZ }), ...moves);
}

function withRules(data: LocalGameData, change: Partial<RuleOptions>): LocalGameData {
  return withSetting(data, { rules: { ...data.rules, ...change } });
}

/** Plies that repeat: both sides step away and back. */
const ROUNDS = ['a1b1', 'a9b9', 'b1a1', 'b9a9'];

describe('undo', () => {
  it.each([
    ['the start', beginLocal('g1'), 'red', 'NOTHING_TO_UNDO'],
    ['the start', beginLocal('g1'), 'blue', 'NOTHING_TO_UNDO'],
    ['after red moved', after('a1b1'), 'red', 'NOT_YOUR_UNDO'],
    ['after red moved', after('a1b1'), 'blue', null],
    ['after blue moved', after('a1b1', 'a9b9'), 'red', null],
    ['after blue moved', after('a1b1', 'a9b9'), 'blue', 'NOT_YOUR_UNDO'],
    ['after the end', drawnLocal(after('a1b1'), 2_000), 'blue', 'GAME_OVER'],
  ] as const)('%s (%#)', (_, data, by, refusal) => {
    expect(undoRefusal(data, by)).toBe(refusal);
    const undone = undoneLocal(data, by, 2_000);
    if (refusal) expect(undone).toBe(data);
    else expect(plyCount(undone.game)).toBe(plyCount(data.game) - 1);
  });

  it('restores board and turn', () => {
    const undone = undoneLocal(after('a1b1', 'a9b9'), 'red', 2_000);
    expect(samePosition(positionOf(undone.game), positionOf(after('a1b1').game))).toBe(true);
    expect(turn(positionOf(undone.game))).toBe('blue');
  });

  it('removes the start time when no move is left', () => {
    expect(undoneLocal(after('a1b1'), 'blue', 2_000)).toMatchObject({ startTime: null, moveTimes: [] });
  });
});

describe('the end of a game', () => {
  it.each([
    ['red', 'blue'],
    ['blue', 'red'],
  ] as const)('%s surrenders and %s wins', (by, winner) => {
    const data = surrenderedLocal(after('a1b1'), by, 2_000);
    expect(outcome(data.game)).toMatchObject({ winner, endReason: 'SURRENDER' });
  });

  it('is a draw by agreement, and final', () => {
    const data = drawnLocal(after('a1b1'), 2_000);
    expect(outcome(data.game)).toMatchObject({ winner: 'draw', endReason: 'DRAW_AGREED' });
    expect(endRefusal(data)).toBe('GAME_OVER');
    expect(surrenderedLocal(data, 'red', 2_000)).toBe(data);
    expect(drawnLocal(data, 2_000)).toBe(data);
  });

  it('is a draw after 100 rounds without a capture', () => {
    const free = withRules(beginLocal('g1'), { threefold: false });
    const data = repeat(free, 200);
    expect(outcome(data.game)).toMatchObject({ winner: 'draw', endReason: 'DRAW_100_ROUNDS' });
    expect(movedLocal(data, { x: 0, y: 8 }, { x: 1, y: 8 }, 0)).toBeNull();
  });

  it('comes at the maximum length of a game', () => {
    const endless = withRules(beginLocal('g1'), { threefold: false, hundredRounds: false });
    const data = repeat(endless, MAX_PLIES);
    expect(outcome(data.game).endReason).toBe('DRAW_TOO_LONG');
    expect(parseLocal(formatLocal(data))).toEqual(data);
  });
});

function repeat(start: LocalGameData, plies: number): LocalGameData {
  let data = start;
  for (let ply = 0; ply < plies; ply++) {
    const { from, to } = moveOf(ROUNDS[ply % 4]!);
    const moved = movedLocal(data, from, to, ply);
    if (!moved) throw new Error(`half-move ${ply}`);
    data = moved;
  }
  return data;
}

/** Returns the message of the first refusal while both sides repeat their steps. */
function firstRefusal(start: LocalGameData): string | null {
  let data = start;
  for (let ply = 0; ply < 60; ply++) {
    const { from, to } = moveOf(ROUNDS[ply % 4]!);
    const moved = movedLocal(data, from, to, ply);
    if (!moved) return refusalOf(data.game, from, to)?.message ?? null;
    data = moved;
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
    expect(firstRefusal(withRules(beginLocal('g1'), rules))).toBe(message);
  });

  it('apply at once before the first move, and to the next game after it', () => {
    const fresh = withRules(beginLocal('g1'), { sevenThree: true });
    expect(ruleSetOf(fresh.game)).toBe(localRuleSet({ sevenThree: true }));
    expect(rulesWait(fresh)).toBe(false);

    const running = withRules(after('a1b1'), { sevenThree: true });
    expect(ruleSetOf(running.game)).toBe(localRuleSet());
    expect(rulesWait(running)).toBe(true);
    expect(ruleSetOf(beginLocal('g2', running).game)).toBe(localRuleSet({ sevenThree: true }));
  });
});

describe('the clock', () => {
  it.each([
    ['does not run before the first move', timed(), 120_000, 120_000, null],
    ['starts with the first move, which costs no time', timed('a1b1'), 121_000, 120_000, 1_000],
    ['charges a move and adds the increment', timed('a1b1', 'a9b9'), 121_000, 120_500, 1_500],
    [
      'charges the side to move for an undo, whose increment goes back',
      undoneLocal(timed('a1b1', 'a9b9'), 'red', 4_500),
      118_000,
      119_500,
      4_500,
    ],
    ['is full again without moves', undoneLocal(timed('a1b1'), 'blue', 4_000), 120_000, 120_000, null],
    ['stops at the end', surrenderedLocal(timed('a1b1'), 'red', 4_000), 121_000, 117_000, null],
    ['stops at an agreed draw', drawnLocal(timed('a1b1'), 4_000), 121_000, 117_000, null],
    [
      'excludes the time in which the page was closed',
      resumedLocal(timed('a1b1'), 900_000),
      121_000,
      120_000,
      900_000,
    ],
  ])('%s', (_, data, red, blue, lastMoveTime) => {
    expect(data.clock).toEqual({ control: BLITZ, timeLeft: { red, blue }, lastMoveTime });
    expect(parseLocal(formatLocal(data))).toEqual(data);
  });

  it.each([
    ['before the time is over', 120_999, null],
    ['when it is over', 121_000, 'red'],
  ] as const)('%s, the winner is as expected', (_, now, winner) => {
    const data = flaggedLocal(timed('a1b1'), now);
    expect(outcome(data.game).winner).toBe(winner);
    expect(flagTime(data)).toBe(winner ? null : 121_000);
  });

  it('ends the game of a late move, which does not count', () => {
    const { from, to } = moveOf('a9b9');
    const data = movedLocal(timed('a1b1'), from, to, 121_000)!;
    expect(outcome(data.game)).toMatchObject({ winner: 'red', endReason: 'TIME_UP' });
    expect(plyCount(data.game)).toBe(1);
    expect(data.clock).toMatchObject({ timeLeft: { blue: 0 }, lastMoveTime: null });
    expect(flaggedLocal(data, 200_000)).toBe(data);
  });

  it('is chosen at once before the first move, and for the next game after it', () => {
    const fresh = withSetting(beginLocal('g1'), { control: BLITZ });
    expect(fresh).toMatchObject({ control: BLITZ, clock: { control: BLITZ } });
    const running = withSetting(after('a1b1'), { control: BLITZ });
    expect(running).toMatchObject({ control: BLITZ, clock: null });
    expect(beginLocal('g2', running).clock).toMatchObject({ timeLeft: { red: 120_000, blue: 120_000 } });
  });
});

it("times of moves never decrease, whatever the device's clock does", () => {
  const first = after('a1b1', 'a9b9');
  const { from, to } = moveOf('b1a1');
  const moved = movedLocal(first, from, to, 200);
  expect(moved).toMatchObject({ startTime: 1_000, moveTimes: [0, 500, 500] });
});

/** Random actions of two players. */
const doing = fc.record({ what: fc.nat(19), pick: fc.nat(), by: fc.constantFrom<Side>('red', 'blue') });

function done(
  data: LocalGameData,
  { what, pick, by }: { what: number; pick: number; by: Side },
): LocalGameData {
  if (what === 0) return pick % 5 === 0 ? surrenderedLocal(data, by, pick) : data;
  if (what === 1) return pick % 5 === 0 ? drawnLocal(data, pick) : data;
  if (what <= 4) return undoneLocal(data, by, pick);
  if (what === 5) return withRules(data, { seventeenFive: pick % 2 === 0 });
  const moves = legalGameMoves(data.game);
  const move = moves[pick % Math.max(1, moves.length)] ?? { from: { x: 0, y: 0 }, to: { x: 0, y: 0 } };
  return movedLocal(data, move.from, move.to, pick) ?? data;
}

it('after any actions, the game is consistent and equals its parsed text', () => {
  fc.assert(
    fc.property(fc.array(doing, { maxLength: 60 }), (actions) => {
      let data = beginLocal('g1');
      const names = new Map<string, string>();
      for (const one of actions) {
        const before = data;
        data = done(data, one);
        expect(data.moveTimes.length).toBe(plyCount(data.game));
        expect(data.startTime === null).toBe(plyCount(data.game) === 0);
        if (isLocalOver(before)) expect(data.game).toBe(before.game);
        // Different games never have the same id.
        const record = formatRecord(data.game) + ruleSetOf(data.game);
        expect(names.get(saveId(data)) ?? record).toBe(record);
        names.set(saveId(data), record);
      }
      expect(parseLocal(formatLocal(data))).toEqual(data);
      expect(gameAfter(data.game, 0).start).toBe(data.game.start);
    }),
    { numRuns: 200 },
  );
});
