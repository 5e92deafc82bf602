import { type ApiClient, ApiError, createApiClient, type Notice, ONLINE_LEASE } from '@doushouqi/protocol';
import { PUBLIC_ROUTES } from '@doushouqi/protocol/server';
import {
  createInternalClient,
  createLogger,
  createMetrics,
  createModerator,
  type InternalClient,
  listen,
  stopServer,
} from '@doushouqi/service-kit';
import { userRoom } from '@doushouqi/service-kit/socket-cluster';
import {
  type Backing,
  listenToNotices,
  type Peer,
  startBacking,
  startProfiles,
} from '@doushouqi/service-kit/testing';
import { vi } from 'vitest';
import { createSocialApp } from '../src/app.ts';

export const SERVICE_TOKEN = 'test-service-token';

/** An id that the `n`th user has. */
export function idOf(n: number): string {
  return n.toString(16).padStart(24, '0');
}
/** The code of a refusal, or `done`. */
export function outcome(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof ApiError) return error.code;
      throw error;
    },
  );
}

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
  const { server, redis, connection, verifier, token } = backing;
  const clock = { now: Date.now() };
  const app = await createSocialApp({
    logger: createLogger({ name: 'social', level: 'silent' }),
    metrics: createMetrics('social'),
    connection,
    redis,
    moderator: createModerator(['外挂']),
    verifier,
    serviceToken: SERVICE_TOKEN,
    authUrl: auth.url,
    onlineLease: ONLINE_LEASE,
    now: () => clock.now,
  });
  const notices = startListening(server.url);
  const url = `http://127.0.0.1:${await listen(app.server, { port: 0, host: '127.0.0.1' })}`;
  const join: Social['join'] = async (n) => {
    const id = idOf(n);
    auth.users.set(id, { _id: id, username: `player_${n}`, nickname: `棋手${n}`, avatar: 'tiger.png' });
    await notices.hear([id]);
    const own = token(id);
    return { id, api: createApiClient({ routes: PUBLIC_ROUTES, baseUrl: `${url}/api`, token: () => own }) };
  };
  return {
    url,
    server,
    redis,
    connection,
    notices,
    auth,
    clock,
    internal: createInternalClient({ baseUrl: url, token: SERVICE_TOKEN }),
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
      await stopServer(app.server, 0);
      await notices.stop();
      await auth.stop();
      await backing.stop();
    },
  };
}
