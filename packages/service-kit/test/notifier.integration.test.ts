import type { LobbyMessage, Notice } from '@doushouqi/protocol';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { closeRedis, connectRedis } from '../src/index.ts';
import { channelOfSocketRoom, createNotifier, LOBBY_ROOM, userRoom } from '../src/socket-cluster/index.ts';
import { captureNotices, startTestRedis } from '../testing/index.ts';

const [RED, BLUE, GREEN] = ['a', 'b', 'c'].map((letter) => letter.repeat(24)) as [string, string, string];

const server = await startTestRedis();
const redis = connectRedis(server.url, { role: 'command' });
const notifier = createNotifier(redis);
const notices = captureNotices(server.url, () => [redis]);
await notices.listen([RED, BLUE, LOBBY_ROOM]);
afterAll(async () => {
  await notices.stop();
  await closeRedis(redis);
  await server.stop();
});
beforeEach(() => notices.forget());
function received() {
  return [RED, BLUE, LOBBY_ROOM].map(notices.of);
}

test('notifies each user on their own channel only', async () => {
  const subscribed = new Set((await redis.call('PUBSUB', 'SHARDCHANNELS')) as string[]);
  for (const room of [userRoom(RED), userRoom(BLUE), LOBBY_ROOM]) {
    expect(subscribed).toContain(channelOfSocketRoom(room));
  }
  const notice: Notice = { event: 'userChanged', payload: {} };
  const read: Notice = { event: 'messagesRead', payload: { userId: RED } };
  await notifier.notify([RED, GREEN], notice);
  await notifier.notify([BLUE], read);
  await expect.poll(received).toEqual([[notice], [read], []]);
});

test('notifies all connections that watch the lobby with one message', async () => {
  const line: LobbyMessage = {
    _id: 'l1',
    userId: RED,
    nickname: '红 "\u2028',
    avatar: 'cat.png',
    content: '大家好 🐘',
    timestamp: 1,
  };
  await notifier.notifyLobby({ event: 'lobbyMessage', payload: line });
  await expect.poll(received).toEqual([[], [], [{ event: 'lobbyMessage', payload: line }]]);
});

test("every node receives ended sessions, with or without the user's connections; clients do not", async () => {
  await notifier.endSessions(GREEN, 7);
  await expect
    .poll(() => notices.ended)
    .toEqual([{ event: 'endSessions', payload: { userId: GREEN, before: 7 } }]);
  await notifier.endSession(GREEN, 's1');
  await expect
    .poll(() => notices.ended[1])
    .toEqual({ event: 'endSession', payload: { userId: GREEN, sessionId: 's1' } });
  expect(received()).toEqual([[], [], []]);
});

test('accepts an empty list of users', async () => {
  await notifier.notify([], { event: 'friendsChanged', payload: {} });
  await notifier.notify([GREEN], { event: 'friendsChanged', payload: {} });
});

test('the notifying service subscribes to no channel', async () => {
  const subscribers = async (channel: string) =>
    ((await redis.call('PUBSUB', 'SHARDNUMSUB', channel)) as unknown[])[1];
  expect(await Promise.all(['socket.io#/#', channelOfSocketRoom(userRoom(RED))].map(subscribers))).toEqual([
    1, 1,
  ]);
});

test('rejects while Redis is unavailable', async () => {
  await server.kill();
  await expect(notifier.notify([RED], { event: 'userChanged', payload: {} })).rejects.toThrow();
  await expect(notifier.notifyLobby({ event: 'friendsChanged', payload: {} })).rejects.toThrow();
  await expect(notifier.endSessions(RED, 7)).rejects.toThrow();
});
