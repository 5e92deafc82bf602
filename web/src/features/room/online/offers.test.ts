import { BLUE, headerOf, RED } from '@doushouqi/room-client/testing';
import { describe, expect, it } from 'vitest';
import { answerFor, cooldownSeconds, type Prompt, promptQueue } from './offers.ts';

function kinds(queue: readonly Prompt[]): string[] {
  return queue.map(({ kind }) => kind);
}

describe('promptQueue', () => {
  const asked = headerOf({ drawRequester: BLUE });
  const first = promptQueue([], asked, RED);

  it("holds the opponent's offers only", () => {
    expect(first).toMatchObject([{ kind: 'draw', by: BLUE }]);
    expect(promptQueue([], headerOf({ drawRequester: RED, undoRequester: RED }), RED)).toEqual([]);
  });

  it('appends a later offer, whatever its kind', () => {
    const both = promptQueue(
      promptQueue([], headerOf({ resetRequester: BLUE }), RED),
      {
        ...asked,
        resetRequester: BLUE,
      },
      RED,
    );
    expect(kinds(both)).toEqual(['reset', 'draw']);
  });

  it('removes an answered or lapsed offer, and keeps the order of the rest', () => {
    const all = headerOf({ drawRequester: BLUE, undoRequester: BLUE, resetRequester: BLUE });
    const queue = promptQueue(first, all, RED);
    expect(kinds(queue)).toEqual(['draw', 'undo', 'reset']);
    expect(kinds(promptQueue(queue, { ...all, drawRequester: null }, RED))).toEqual(['undo', 'reset']);
    expect(promptQueue(queue, headerOf(), RED)).toEqual([]);
  });

  it('returns the same object while nothing changes', () => {
    expect(promptQueue(first, { ...asked, spectators: ['c'] }, RED)).toBe(first);
  });

  it.each([
    ['position', { ply: 2 }],
    ['game', { gameId: 'g2' }],
  ])('treats the same kind in another %s as another offer', (_, change) => {
    const again = promptQueue(first, { ...asked, ...change }, RED);
    expect(again).toHaveLength(1);
    expect(again[0]!.id).not.toBe(first[0]!.id);
  });
});

describe('cooldownSeconds', () => {
  it.each([
    ['never offered', undefined, 5_000, 0],
    ['just offered', 1_000, 1_000, 30],
    ['rounded up', 1_000, 13_001, 18],
    ['the last moment', 1_000, 30_999, 1],
    ['over', 1_000, 31_000, 0],
    ['long over', 1_000, 900_000, 0],
  ])('%s', (_, askedAt, now, seconds) => expect(cooldownSeconds(askedAt, now)).toBe(seconds));
});

describe('answerFor', () => {
  const before = headerOf({ undoRequester: RED });
  it.each([
    ['accepted', { type: 'undo_accepted', by: BLUE }, { kind: 'undo', over: false, accepted: true }],
    ['rejected', { type: 'undo_rejected', by: BLUE }, { kind: 'undo', over: false, accepted: false }],
    ['withdrawn by the requester', { type: 'undo_rejected', by: RED }, null],
    ['another kind', { type: 'draw_declined', by: BLUE }, null],
    ['nothing', null, null],
  ] as const)('%s', (_, lastAction, answer) => {
    expect(answerFor(before, headerOf({ lastAction }), RED)).toEqual(answer);
  });

  it('is returned to the requester only, and once', () => {
    const after = headerOf({ lastAction: { type: 'undo_accepted', by: BLUE } });
    expect(answerFor(before, after, BLUE)).toBeNull();
    expect(answerFor(before, after, 'c'.repeat(24))).toBeNull();
    expect(answerFor(after, { ...after, spectators: ['c'] }, RED)).toBeNull();
  });

  it('does not treat an offer that the opponent withdrew as a refusal', () => {
    const theirs = headerOf({ drawRequester: BLUE });
    expect(answerFor(theirs, headerOf({ lastAction: { type: 'draw_declined', by: BLUE } }), RED)).toBeNull();
  });
});
