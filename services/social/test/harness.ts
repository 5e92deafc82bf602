import type { ApiClient, Notice } from '@doushouqi/protocol';
import { createModerator, type InternalClient } from '@doushouqi/service-kit';
import { userRoom } from '@doushouqi/service-kit/socket-cluster';
import {
  type Backing,
  idOf,
  listenToNotices,
  type Peer,
  SERVICE_TOKEN,
  startBacking,
  startProfiles,
  startTestService,
} from '@doushouqi/service-kit/testing';
import { vi } from 'vitest';
import { service } from '../src/service.ts';

/** Hears what users are told, as a realtime node would. */
function startListening(url: string) {
  const notices = listenToNotices(url);
  const of = (userId: string): Notice[] => notices.of(userRoom(userId));
  return {
    /** What this user was told so far. */
    of,
    /** Resolves to what the user was told once it is `count` notices. */
    wait: (userId: string, count: number) =>
      vi.waitFor(
        () => {
          const heard = of(userId);
          if (heard.length < count) throw new Error(`${userId} heard ${JSON.stringify(heard)}`);
          return heard;
        },
        { timeout: 30_000, interval: 5 },
      ),
    hear: (userIds: readonly string[]) => notices.listen(userIds.map(userRoom)),
    forget: notices.forget,
    stop: notices.stop,
  };
}

export interface Person {
  id: string;
  api: ApiClient;
}

export interface Social extends Pick<Backing, 'server' | 'redis' | 'connection' | 'token'> {
  /** Without `/api`. */
  url: string;
  notices: ReturnType<typeof startListening>;
  auth: Peer;
  /** Epoch ms; a test may go ahead in time. */
  clock: { now: number };
  /** Calls of other services. */
  internal: InternalClient;
  /** The typed client of a user, who exists from then on and is listened to. */
  join(n: number): Promise<Person>;
  /** Two who are friends. */
  friends(one: number, other: number): Promise<[Person, Person]>;
  /** Forgets everything but who exists. */
  reset(): Promise<void>;
  stop(): Promise<void>;
}

/** The social service over a real Redis and a document store of its own. */
export async function startSocial(): Promise<Social> {
  const [backing, auth] = await Promise.all([startBacking(), startProfiles(SERVICE_TOKEN)]);
  const { server, redis, connection, token } = backing;
  const clock = { now: Date.now() };
  const app = await startTestService(service, backing, {
    peers: { auth: auth.url },
    given: { moderator: createModerator(['外挂']), now: () => clock.now },
  });
  const notices = startListening(server.url);
  const join: Social['join'] = async (n) => {
    const id = idOf(n);
    auth.users.set(id, { _id: id, username: `player_${n}`, nickname: `棋手${n}`, avatar: 'tiger.png' });
    await notices.hear([id]);
    return { id, api: app.as(id) };
  };
  return {
    ...app,
    server,
    redis,
    connection,
    notices,
    auth,
    clock,
    token,
    join,
    async friends(one, other) {
      const [a, b] = [await join(one), await join(other)];
      await a.api.requestFriend({ body: { toUserId: b.id } });
      await b.api.handleRequest({ body: { fromUserId: a.id, accept: true } });
      // Request, and the friendship for both.
      await Promise.all([notices.wait(a.id, 1), notices.wait(b.id, 2)]);
      notices.forget();
      return [a, b];
    },
    async reset() {
      await redis.flushall();
      for (const model of Object.values(connection.models)) await model.deleteMany({});
      notices.forget();
    },
    async stop() {
      await app.stop();
      await notices.stop();
      await auth.stop();
      await backing.stop();
    },
  };
}
