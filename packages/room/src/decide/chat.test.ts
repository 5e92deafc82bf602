import { CHAT_LINES } from '@doushouqi/protocol';
import { describe, expect, test } from 'vitest';
import { after, BLUE, join, RED, refusal, roomAfter, SPECTATOR, START } from '../../test/fixtures.ts';
import { decide, decodeRoom, encodeRoom, type Room } from '../index.ts';

const T = START + 10_000;
function say(userId: string, content: string) {
  return { type: 'say', userId, content } as const;
}
function said(userId: string, ...contents: string[]): Room {
  return contents.reduce((room, content, i) => after(room, say(userId, content), T + i * 100), roomAfter(2));
}

describe('chat', () => {
  test('stores author, time and ply of a message', () => {
    const room = roomAfter(2);
    const line = { id: String(room.v + 1), fromId: RED, content: '快点', ply: 2, timestamp: T };
    expect(decide(room, 'r', say(RED, '快点'), T)).toMatchObject({
      ok: true,
      value: { events: [{ type: 'chatMessage', v: room.v + 1, ...line }], room: { chat: [line] } },
    });
    expect(after(room, say(RED, '快点'), T).header).toEqual(room.header);
  });

  test('refuses messages of users without a seat', () => {
    expect(refusal(after(roomAfter(2), join(SPECTATOR), T), say(SPECTATOR, '快点'), T)).toBe(
      'SPECTATOR_SILENT',
    );
    expect(refusal(roomAfter(2), say(SPECTATOR, '快点'), T)).toBe('SPECTATOR_SILENT');
    expect(refusal(null, say(RED, '快点'), T)).toBe('ROOM_NOT_FOUND');
  });

  test('accepts messages before and after the game', () => {
    expect(refusal(after(null, join(RED), T), say(RED, '有人吗'), T)).toBeNull();
    const over = after(roomAfter(2), { type: 'surrender', userId: RED }, T);
    expect(refusal(over, say(RED, '再来'), T)).toBeNull();
  });

  test('refuses floods and repetitions by the author’s own messages', () => {
    const room = said(RED, '一', '二', '三', '四');
    expect(refusal(room, say(RED, '五'), T + 9_999)).toBe('CHAT_FLOOD');
    expect(refusal(room, say(BLUE, '四'), T + 9_999)).toBeNull();
    expect(refusal(room, say(RED, '四'), T + 10_300)).toBe('CHAT_REPEAT');
    expect(refusal(room, say(RED, '五'), T + 10_300)).toBeNull();
  });

  test('stores the last messages', () => {
    let room = roomAfter(2);
    for (let i = 0; i < CHAT_LINES + 7; i++) room = after(room, say(RED, `第${i}句`), T + i * 20_000);
    expect(room.chat.map(({ content }) => content)).toEqual(
      Array.from({ length: CHAT_LINES }, (_, i) => `第${i + 7}句`),
    );
  });

  test('marks the message of a shadow-muted author', () => {
    const muted = after(roomAfter(2), { ...say(RED, '快点'), isShadowed: true }, T);
    const both = after(muted, say(BLUE, '你好'), T);
    expect(both.chat.map(({ content, isShadowed }) => [content, isShadowed])).toEqual([
      ['快点', true],
      ['你好', undefined],
    ]);
    expect(decodeRoom(encodeRoom(both)).chat).toEqual(both.chat);
    expect(refusal(muted, say(RED, '快点'), T)).toBe('CHAT_REPEAT');
  });

  test('removes the messages after the players have left', () => {
    const gone = after(
      after(said(RED, '再见'), { type: 'leave', userId: RED }, T),
      { type: 'leave', userId: BLUE },
      T,
    );
    expect(gone.chat).toHaveLength(1);
    expect(after(gone, join(SPECTATOR), T).chat).toEqual([]);
    const waiting = after(after(null, join(RED), T), say(RED, '有人吗'), T);
    expect(after(waiting, { type: 'leave', userId: RED }, T).chat).toEqual([]);
  });

  test('removes hidden messages for everyone, and changes nothing if there are none of them', () => {
    const room = said(RED, '一', '二', '三');
    const [one, , three] = room.chat.map(({ id }) => id);
    const decided = decide(room, 'r', { type: 'hideLines', ids: [one!, three!, 'gone'] }, T);
    expect(decided).toMatchObject({
      ok: true,
      value: { events: [{ type: 'linesHidden', v: room.v + 1, at: T, ids: [one, three] }] },
    });
    const hidden = after(room, { type: 'hideLines', ids: [one!, three!] }, T);
    expect(hidden.chat.map(({ content }) => content)).toEqual(['二']);
    expect(after(hidden, { type: 'hideLines', ids: [one!] }, T)).toBe(hidden);
    expect(refusal(null, { type: 'hideLines', ids: [one!] }, T)).toBe('ROOM_NOT_FOUND');
  });
});
