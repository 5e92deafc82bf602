import { createOnline, createPresence } from '@doushouqi/presence';
import type { ApiClient, Notice } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import { closeRedis, connectRedis, createBlockMirror, route } from '@doushouqi/service-kit';
import { userRoom } from '@doushouqi/service-kit/socket-cluster';
import {
  apiFrom,
  clearRedis,
  idOf,
  listenToNotices,
  SERVICE_TOKEN,
  startPeer,
  startProfiles,
  startRedisBacking,
  startTestService,
} from '@doushouqi/service-kit/testing';
import { vi } from 'vitest';
import { service } from '../src/service.ts';
import { startRooms, startStandings } from './peers.ts';

const NODE = 'node-of-tests';
const BEAT_MS = 500;

/** Tries until it does not throw any more. */
export function eventually<T>(attempt: () => T | Promise<T>): Promise<T> {
  return vi.waitFor<T>(attempt, { timeout: 30_000, interval: 20 });
}

export interface Person {
  id: string;
  /** At the replica of their number. */
  api: ApiClient;
}

export type Pairing = Awaited<ReturnType<typeof startPairing>>;

/** Replicas of the service over one real Redis; the services that it calls speak by the contract. */
export async function startPairing(replicas = 2) {
  const backing = await startRedisBacking();
  const { server, redis, token } = backing;
  const friends = new Set<string>();
  const [profiles, rooms, standings, social] = await Promise.all([
    startProfiles(SERVICE_TOKEN),
    startRooms(SERVICE_TOKEN),
    startStandings(SERVICE_TOKEN),
    startPeer(SERVICE_TOKEN, (app) =>
      route(app, ROUTES.listFriendIds, { handler: () => ({ friends: [...friends] }) }),
    ),
  ]);
  const clock = { ahead: 0 };
  const startReplica = async () => {
    const own = connectRedis(server.url, { role: 'command' });
    const app = await startTestService(service, backing, {
      peers: { auth: profiles.url, social: social.url, room: rooms.url, rating: standings.url },
      given: { redis: own, now: () => Date.now() + clock.ahead },
    });
    return { ...app, redis: own };
  };
  const running = await Promise.all(Array.from({ length: replicas }, startReplica));
  const online = createOnline(redis, { leaseMs: 15_000 });
  const presence = createPresence(redis);
  await presence.beat(NODE);
  const beats = setInterval(() => void presence.beat(NODE).catch(() => undefined), BEAT_MS);
  const notices = listenToNotices(server.url);
  const told = (userId: string): Notice[] => notices.of(userRoom(userId));

  return {
    server,
    redis,
    rooms,
    standings,
    profiles,
    friends,
    clock,
    online,
    blocks: createBlockMirror(redis),
    urls: running.map(({ url }) => url),
    internal: running[0]!.internal,
    told,
    /** Resolves to the first of these that the user is told. */
    async wait<E extends Notice['event']>(userId: string, event: E) {
      const heard = await eventually(() => {
        const first = told(userId).find((one) => one.event === event);
        if (first === undefined) throw new Error(`${userId} heard ${JSON.stringify(told(userId))}`);
        return first;
      });
      return heard.payload as Extract<Notice, { event: E }>['payload'];
    },
    forgetNotices: notices.forget,
    /**
     * A user with a connection; `isHeard`: what the user is told is noted (which needs a Redis of one server); `address`:
     * where the user comes from.
     */
    async person(n: number, isHeard = true, address = '198.18.0.1'): Promise<Person> {
      const id = idOf(n);
      profiles.users.set(id, { _id: id, username: `player_${n}`, nickname: `棋手${n}`, avatar: 'tiger.png' });
      await online.connected(NODE, id);
      if (isHeard) await notices.listen([userRoom(id)]);
      return { id, api: apiFrom(running[n % replicas]!.url, address, token(id)) };
    },
    token,
    connect: (id: string) => online.connected(NODE, id),
    disconnect: (id: string) => online.disconnected(NODE, id),
    async reset() {
      // What is under way ends first, so that nothing of this test is seen in the next one.
      rooms.state.answer = 'make';
      clock.ahead += 11_000;
      await redis.del('{pairing}:tickets');
      await eventually(async () => {
        if ((await redis.hlen('{pairing}:pairs')) > 0) throw new Error('pairs are under way');
      });
      clock.ahead = 0;
      await clearRedis(redis);
      await presence.beat(NODE);
      friends.clear();
      rooms.reset();
      standings.reset();
      notices.forget();
    },
    async stop() {
      clearInterval(beats);
      for (const replica of running) {
        await replica.stop();
        await closeRedis(replica.redis);
      }
      await Promise.all([profiles.stop(), rooms.stop(), standings.stop(), social.stop(), notices.stop()]);
      await backing.stop();
    },
  };
}
