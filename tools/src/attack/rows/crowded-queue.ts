import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { ApiClient } from '@doushouqi/protocol';
import { closeRedis, connectRedis } from '@doushouqi/service-kit';
import { apiFrom } from '@doushouqi/service-kit/testing';
import type { Attack, Target } from '../attack.ts';
import { type Attendant, enter, newUser } from '../attendant.ts';
import { startFlood } from '../flood.ts';
import { inWords, isOnly } from '../outcome.ts';

const POOL = { initial: 5, increment: 3, rated: false };
const ACCOUNTS = 40;
const OTHERS = 6;
/** The flood starts this time before other users join. */
const HEAD_START_MS = 3_000;
/** Duration of the flood, longer than the per-minute allowance of each account lasts. */
const FLOOD_MS = 12_000;
/** Maximum wait: a few waves. */
const MOST_WAIT_MS = 10_000;
const GIVE_UP_MS = 20_000;
/** Grace of a ticket without a connection, with a margin. */
const EXPIRED_MS = 15_000;
const MOST_P99_MS = 250;
/** Keys of pairing itself, and of users who played. */
const OTHER_KEYS = 60;

/** Resolves to room and wait (ms) of the pair; null if none was found. */
async function findGame({ api, socket }: Attendant): Promise<{ roomId: string; ms: number } | null> {
  const begun = performance.now();
  const notified = once(socket as never, 'paired', { signal: AbortSignal.timeout(GIVE_UP_MS) });
  try {
    const [[{ roomId }]] = await Promise.all([notified, api.joinPairing({ body: POOL })]);
    return { roomId, ms: performance.now() - begun };
  } catch {
    return null;
  }
}

/** Returns the number of waiting users after the grace. */
async function countWaiting(api: ApiClient): Promise<number> {
  for (const deadline = Date.now() + EXPIRED_MS; ; await delay(500)) {
    const { pools } = await api.listPools();
    const { waiting } = pools.find(({ initial, rated }) => initial === POOL.initial && rated === POOL.rated)!;
    if (waiting === 0 || Date.now() > deadline) return waiting;
  }
}

async function keysOfPairing({ platform }: Target): Promise<number> {
  const redis = connectRedis(platform.redisUrl, { role: 'queue' });
  const kinds = await Promise.all(['{pairing}:*', 'limit:pairing-*'].map((pattern) => redis.keys(pattern)));
  await closeRedis(redis);
  return kinds.flat().length;
}

/** Each account joins and leaves in turn; half of them wait at any time. */
function startTickets(target: Target) {
  const address = target.newAddress();
  const accounts = Array.from({ length: ACCOUNTS }, () =>
    apiFrom(target.platform.url, address, newUser(target).token),
  );
  return startFlood((n) => {
    const api = accounts[n % ACCOUNTS]!;
    return (n + Math.floor(n / ACCOUNTS)) % 2 === 0 ? api.joinPairing({ body: POOL }) : api.leavePairing();
  });
}

export const crowdedQueue: Attack = {
  name: 'crowded-queue',
  what: `${ACCOUNTS} accounts of one address without connections join and leave one pool at the maximum rate; ${OTHERS} other users search there.`,
  aim: `The others are paired within ${MOST_WAIT_MS / 1_000} s; bystanders’ p99 stays under ${MOST_P99_MS} ms; no ticket of the accounts remains, and at most one key per account in Redis.`,
  slow: true,
  async run(target) {
    const others = await Promise.all(
      Array.from({ length: OTHERS }, () =>
        enter(target, { ...newUser(target), address: target.newAddress() }),
      ),
    );
    const bystanders = await target.bystanders();
    const stopTickets = startTickets(target);
    const enough = delay(FLOOD_MS);
    await delay(HEAD_START_MS);
    const found = (await Promise.all(others.map(findGame))).filter((one) => one !== null);
    await enough;
    const calls = await stopTickets();
    const keys = await keysOfPairing(target);
    const { p99, lost } = await bystanders.stop();
    const left = await countWaiting(others[0]!.api);
    for (const { socket } of others) socket.close();
    const rooms = new Set(found.map(({ roomId }) => roomId));
    const slowest = Math.max(...found.map(({ ms }) => ms));
    const figures = {
      'others paired': `${found.length} of ${OTHERS}, in ${rooms.size} rooms`,
      'slowest of them': `${Math.round(slowest)} ms`,
      'calls of the accounts': inWords(calls),
      'tickets left': String(left),
      'keys in Redis': String(keys),
      'p99 of bystanders': `${Math.round(p99)} ms`,
      'moves lost': String(lost),
    };
    const isServed = found.length === OTHERS && rooms.size === OTHERS / 2 && slowest < MOST_WAIT_MS;
    const isBounded = left === 0 && keys <= ACCOUNTS + OTHER_KEYS && isOnly(calls, ['taken', 'RATE_LIMITED']);
    return { figures, holds: isServed && isBounded && p99 < MOST_P99_MS && lost === 0 };
  },
};
