import { ROUTES, roomSnapshot } from '@doushouqi/protocol/server';
import { createBlockMirror } from '@doushouqi/service-kit';
import { expect, test } from 'vitest';
import { BLUE, BOARDS, READS, RED, testRoom, WATCHER } from './fixtures.ts';

const room = await testRoom();
const { as, context, join, redis, start, url } = room;

const params = { roomId: 'talk' };

test('hides messages of a blocked user from the blocking user and shows them to all others', async () => {
  await start('talk');
  await as(RED).sayInRoom({ params, body: { content: '你好' } });
  await as(BLUE).sayInRoom({ params, body: { content: '走着瞧' } });
  await createBlockMirror(redis).add(RED, BLUE);
  const linesFor = async (userId: string | null) => {
    const snapshot = await as(userId).getRoom({ params, query: { view: 'compact' } });
    const full = await as(userId).getRoom({ params });
    expect(full.chatMessages).toEqual(snapshot.chatMessages);
    return snapshot.chatMessages.map(({ content }) => content);
  };
  expect(await linesFor(RED)).toEqual(['你好']);
  expect(await linesFor(BLUE)).toEqual(['你好', '走着瞧']);
  expect(await linesFor(null)).toEqual(['你好', '走着瞧']);
  // The version is the same for both.
  const { v } = roomSnapshot.parse(await as(RED).getRoom({ params, query: { view: 'compact' } }));
  expect(v).toBe(4);
});

test('returns a line of the chat to other services only', async () => {
  const { chatMessages } = await as(null).getRoom({ params });
  const [line] = chatMessages;
  const show = (roomId: string, lineId: string, userId = RED) =>
    room.internal.call(ROUTES.showLine, { body: { roomId, userId, lineId } });
  expect(await show('talk', line!.id)).toMatchObject({ line, around: chatMessages });
  await expect(show('talk', 'unknown')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(show('silent', line!.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  // A line that the user may not see is like one that does not exist.
  await as(RED).joinRoom({ body: { roomId: 'hidden', spectators: false } });
  await join(BLUE, 'hidden');
  const said = await context.commands.execute('hidden', { type: 'say', userId: RED, content: '悄悄话' });
  const hidden = String(said.ok && said.v);
  expect(await show('hidden', hidden, BLUE)).toMatchObject({ line: { content: '悄悄话' } });
  await expect(show('hidden', hidden, WATCHER)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const refused = await room.call('POST', '/internal/rooms/line', {
    userId: RED,
    body: { roomId: 'talk', lineId: line!.id },
  });
  expect(refused.status).toBe(401);
});

/** Sends `count` reads at once. Resolves to the number of replies by status. */
async function statuses(count: number, view: 'full' | 'compact'): Promise<Record<number, number>> {
  const responses = await Promise.all(
    Array.from({ length: count }, () => fetch(`${url}/api/games/rooms/talk?view=${view}`)),
  );
  await Promise.all(responses.map((response) => response.arrayBuffer()));
  return Object.fromEntries(
    Object.entries(Object.groupBy(responses, ({ status }) => status)).map(([status, of]) => [
      status,
      of?.length ?? 0,
    ]),
  );
}

test('limits room reads by address, with a lower limit for the full view', async () => {
  const boards = await statuses(BOARDS + 10, 'full');
  expect(boards[200]).toBeLessThanOrEqual(BOARDS);
  expect(boards[429]).toBeGreaterThanOrEqual(10);
  expect(await statuses(10, 'compact')).toEqual({ 200: 10 });
  const reads = await statuses(READS, 'compact');
  expect(reads[429]).toBeGreaterThan(0);
});
