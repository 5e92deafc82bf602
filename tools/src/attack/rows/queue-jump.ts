import { once } from 'node:events';
import type { ApiClient } from '@doushouqi/protocol';
import type { Attack } from '../attack.ts';
import { type Attendant, attend } from '../attendant.ts';

const POOL = { initial: 5, increment: 3, rated: false };
const POOLS = [POOL, { ...POOL, initial: 10, increment: 5 }, { ...POOL, rated: true }];
const TRIES = 120;
/** Joins and leaves per minute and user. */
const MOST_TAKEN = 40;
const PATIENCE_MS = 20_000;

function isTaken(call: Promise<unknown>): Promise<boolean> {
  return call.then(
    () => true,
    () => false,
  );
}

/** Joins and leaves every pool in parallel. Resolves to the number of accepted calls. */
async function flood(api: ApiClient): Promise<number> {
  const calls = Array.from({ length: TRIES }, (_, n) =>
    n % 4 === 3 ? api.leavePairing() : api.joinPairing({ body: POOLS[n % POOLS.length]! }),
  );
  return (await Promise.all(calls.map(isTaken))).filter(Boolean).length;
}

/** Returns the number of waiting users in the flooded pools. */
async function waitingIn(api: ApiClient): Promise<number> {
  const { pools } = await api.listPools();
  const flooded = pools.filter(({ initial, increment, rated }) =>
    POOLS.some((one) => one.initial === initial && one.increment === increment && one.rated === rated),
  );
  return flooded.reduce((sum, { waiting }) => sum + waiting, 0);
}

/** Two other users search during the flood; resolves to whether they were paired. */
async function meet(two: readonly Attendant[]): Promise<boolean> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const notified = two.map(({ socket }) => once(socket as never, 'paired', { signal }));
  await Promise.all(two.map(({ api }) => api.joinPairing({ body: { ...POOL, initial: 2, increment: 1 } })));
  const rooms = (await Promise.all(notified)).map(([{ roomId }]) => roomId as string);
  return rooms[0] === rooms[1];
}

export const queueJump: Attack = {
  name: 'queue-jump',
  what: `One user joins and leaves three pools in parallel, ${TRIES} times.`,
  aim: `At most ${MOST_TAKEN} calls are accepted and one ticket remains; two others are paired meanwhile.`,
  async run(target) {
    const jumper = await attend(target, '插队的人');
    const two = [await attend(target, '竹影'), await attend(target, '松风')];
    const [taken, met] = await Promise.all([flood(jumper.api), meet(two).catch(() => false)]);
    const waiting = await waitingIn(jumper.api);
    for (const { socket } of [jumper, ...two]) socket.close();
    const figures = {
      'calls taken': `${taken} of ${TRIES}`,
      'tickets left': String(waiting),
      'others paired': met ? 'yes' : 'no',
    };
    return { figures, holds: taken <= MOST_TAKEN && waiting <= 1 && met };
  },
};
