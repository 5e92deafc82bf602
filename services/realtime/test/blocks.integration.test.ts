import type { JoinAck } from '@doushouqi/protocol';
import {
  type BlockMirror,
  closeRedis,
  connectRedis,
  createBlockMirror,
  type RedisClient,
} from '@doushouqi/service-kit';
import { createNotifier, type Notifier } from '@doushouqi/service-kit/socket-cluster';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, type Cluster, startCluster } from './cluster.ts';
import { joinRoom, settled, syncRoom, userOf } from './play.ts';

const patience = { timeout: 30_000, interval: 20 };
const [RED, BLUE, WATCHER] = [userOf(1), userOf(2), userOf(3)];

let cluster: Cluster;
let redis: RedisClient;
let mirror: BlockMirror;
let notifier: Notifier;
beforeAll(async () => {
  cluster = await startCluster({ nodes: 2 });
  redis = connectRedis(cluster.redis.url, { role: 'command' });
  mirror = createBlockMirror(redis);
  notifier = createNotifier(redis);
});
afterAll(async () => {
  await closeRedis(redis);
  await cluster.stop();
});

/** Records the chat lines that a client receives, and the versions of those hidden from it. */
function hearing(client: Client) {
  const received: (string | number)[] = [];
  client.on('chatMessage', ({ content }) => void received.push(content));
  client.on('unseen', ({ v }) => void received.push(v));
  client.on('buttonClicked', ({ nickname }) => void received.push(`${nickname} 拍一拍`));
  return received;
}

/** A room with both players and a spectator, on two nodes. */
async function table(roomId: string) {
  await cluster.seat(roomId, RED, BLUE);
  const clients = [
    await cluster.connect(0, RED),
    await cluster.connect(1, BLUE),
    await cluster.connect(0, WATCHER),
  ] as const;
  for (const client of clients) await joinRoom(client, roomId);
  await settled(cluster.store, roomId, clients);
  return clients;
}

async function say(roomId: string, userId: string, content: string): Promise<number> {
  const result = await cluster.commands.execute(roomId, { type: 'say', userId, content });
  if (!result.ok) throw new Error(result.code);
  return result.v;
}

function linesIn(ack: JoinAck): string[] {
  if (!ack.ok || ack.catchUp.kind !== 'snapshot') throw new Error('no snapshot');
  return ack.catchUp.room.chatMessages.map(({ content }) => content);
}

describe('a blocked user', () => {
  test('is hidden from the blocking user, live and in catch-up, and is not notified', async () => {
    await mirror.add(WATCHER, BLUE);
    const clients = await table('deaf');
    const [red, blue, watcher] = clients;
    const received = clients.map(hearing);
    const v = await say('deaf', BLUE, '走着瞧');
    await say('deaf', RED, '请多指教');
    await expect
      .poll(() => received, patience)
      .toEqual([
        ['走着瞧', '请多指教'],
        ['走着瞧', '请多指教'],
        [v, '请多指教'],
      ]);

    expect(await syncRoom(watcher, 'deaf', v - 1)).toMatchObject({
      v: v + 1,
      catchUp: {
        kind: 'tail',
        events: [
          { type: 'unseen', v },
          { type: 'chatMessage', content: '请多指教' },
        ],
      },
    });
    expect(linesIn(await joinRoom(watcher, 'deaf'))).toEqual(['请多指教']);
    expect(linesIn(await joinRoom(blue, 'deaf'))).toEqual(['走着瞧', '请多指教']);
    expect(linesIn(await joinRoom(red, 'deaf'))).toEqual(['走着瞧', '请多指教']);

    blue.emit('buttonClick', { roomId: 'deaf' });
    await expect.poll(() => received[0]!.at(-1), patience).toBe('蓝方 拍一拍');
    await say('deaf', RED, '到你了');
    await expect.poll(() => received[2], patience).toEqual([v, '请多指教', '到你了']);
  });

  test('is hidden from the moment of a block during the game until it is removed', async () => {
    const clients = await table('changed');
    const received = hearing(clients[0]);
    await say('changed', BLUE, '一');
    await expect.poll(() => received, patience).toEqual(['一']);
    await mirror.add(RED, BLUE);
    await notifier.blocksChanged(RED);
    await expect.poll(async () => linesIn(await joinRoom(clients[0], 'changed')), patience).toEqual([]);
    const v = await say('changed', BLUE, '二');
    await expect.poll(() => received, patience).toEqual(['一', v]);
    await mirror.remove(RED, BLUE);
    await notifier.blocksChanged(RED);
    await expect
      .poll(async () => linesIn(await joinRoom(clients[0], 'changed')), patience)
      .toEqual(['一', '二']);
    await say('changed', BLUE, '三');
    await expect.poll(() => received.at(-1), patience).toBe('三');
  });
});

test('allows one reset prompt in half a minute and refuses further ones', async () => {
  const [red, blue] = await table('loop');
  const prompts: unknown[] = [];
  blue.on('resetRequested', (asked) => void prompts.push(asked));
  const codes = new Set<string>();
  for (let n = 0; n < 40; n++) {
    for (const event of ['requestReset', 'rejectReset'] as const) {
      const answer = await red.emitWithAck(event, { roomId: 'loop' });
      codes.add(answer.ok ? 'OK' : answer.code);
    }
  }
  expect(codes).toEqual(new Set(['OK', 'OFFER_COOLDOWN', 'NO_OFFER', 'RATE_LIMITED']));
  expect(prompts).toHaveLength(1);
});
