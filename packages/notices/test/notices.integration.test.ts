import type { LobbyMessage } from '@doushouqi/protocol';
import { closeRedis, connectRedis } from '@doushouqi/service-kit';
import { startTestRedis, type TestRedis } from '@doushouqi/service-kit/testing';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createNotifier,
  LOBBY_CHANNEL,
  type NodeNotice,
  type Notifier,
  parseNotice,
  userChannel,
  userOfChannel,
} from '../src/index.ts';

const [RED, BLUE, GREEN] = ['a', 'b', 'c'].map((letter) => letter.repeat(24)) as [string, string, string];
let server: TestRedis;
let redis: Redis;
let subscriber: Redis;
let notifier: Notifier;
let heard: { channel: string; notice: NodeNotice }[];

beforeAll(async () => {
  server = await startTestRedis();
  redis = connectRedis(server.url, { role: 'command' });
  subscriber = connectRedis(server.url, { role: 'command' });
  notifier = createNotifier(redis);
  subscriber.on('smessage', (channel: string, message: string) => {
    heard.push({ channel, notice: parseNotice(message) });
  });
  for (const channel of [userChannel(RED), userChannel(BLUE), LOBBY_CHANNEL]) {
    await subscriber.ssubscribe(channel);
  }
});
afterAll(async () => {
  await Promise.all([redis, subscriber].map(closeRedis));
  await server.stop();
});
beforeEach(() => {
  heard = [];
});

test('a channel tells whose it is', () => {
  expect([userChannel(RED), LOBBY_CHANNEL, '{room:R1}:stream', '{user:x}:alive'].map(userOfChannel)).toEqual([
    RED,
    null,
    null,
    null,
  ]);
});

test('each user is told on the channel of their own, and nobody else', async () => {
  const notice: NodeNotice = { event: 'endSessions', payload: { before: 7 } };
  await notifier.tell([RED, GREEN], notice);
  await notifier.tell([BLUE], { event: 'messagesRead', payload: { userId: RED } });
  await expect
    .poll(() => heard)
    .toEqual([
      { channel: userChannel(RED), notice },
      { channel: userChannel(BLUE), notice: { event: 'messagesRead', payload: { userId: RED } } },
    ]);
});

test('those who watch the lobby are told together', async () => {
  const line: LobbyMessage = {
    _id: 'l1',
    userId: RED,
    nickname: '红 "\u2028',
    avatar: 'cat.png',
    content: '大家好 🐘',
    timestamp: 1,
  };
  await notifier.tellLobby({ event: 'lobbyMessage', payload: line });
  await expect
    .poll(() => heard)
    .toEqual([{ channel: LOBBY_CHANNEL, notice: { event: 'lobbyMessage', payload: line } }]);
});

test('telling nobody is no trouble', async () => {
  await notifier.tell([], { event: 'friendsChanged', payload: {} });
  await notifier.tell([GREEN], { event: 'friendsChanged', payload: {} });
});

test('rejects while Redis is away', async () => {
  await server.kill();
  await expect(notifier.tell([RED], { event: 'userChanged', payload: {} })).rejects.toThrow();
  await expect(notifier.tellLobby({ event: 'friendsChanged', payload: {} })).rejects.toThrow();
});
