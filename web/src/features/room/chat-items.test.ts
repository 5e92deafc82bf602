import { describe, expect, it } from 'vitest';
import { chatItems, lastFromOthers } from './chat-items.ts';

const [ME, OTHER] = ['a'.repeat(24), 'b'.repeat(24)];
function said(id: string, fromId: string, timestamp: number) {
  return {
    id,
    fromId,
    content: id,
    ply: 0,
    timestamp,
  };
}
function started(at: number) {
  return { kind: 'started', first: 'red', id: `log-${at}`, at } as const;
}

describe('chatItems', () => {
  it('sorts messages and log entries by time; at equal times log entries come first', () => {
    const items = chatItems([said('1', ME, 20), said('2', OTHER, 30)], [started(0), started(30)], ME);
    expect(items.map((item) => (item.kind === 'log' ? item.entry.id : item.message.id))).toEqual([
      'log-0',
      '1',
      'log-30',
      '2',
    ]);
  });

  it('marks own messages and the messages that need a name', () => {
    const chat = [
      said('1', OTHER, 1),
      said('2', OTHER, 2),
      said('3', ME, 3),
      said('4', OTHER, 5),
      said('5', OTHER, 7),
    ];
    const items = chatItems(chat, [started(6)], ME).filter((item) => item.kind === 'said');
    expect(items.map(({ mine, opening }) => [mine, opening])).toEqual([
      [false, true],
      [false, false],
      [true, true],
      [false, true],
      [false, true],
    ]);
  });
});

describe('lastFromOthers', () => {
  it.each([
    ['no message', [], null],
    ['only own messages', [said('1', ME, 1)], null],
    ['a message before an own one', [said('1', OTHER, 1), said('2', ME, 2)], '1'],
  ])('%s', (_, chat, id) => expect(lastFromOthers(chat, ME)?.id ?? null).toBe(id));
});
