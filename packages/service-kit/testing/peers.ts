import type { FoundUser } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import { createHttpApp, type HttpApp } from '../src/http-app.ts';
import { createLogger } from '../src/logger.ts';
import { createMetrics } from '../src/metrics.ts';
import { route } from '../src/route.ts';
import { listen, stopServer } from '../src/serve.ts';
import { freePort } from './ports.ts';

export const SERVICE_TOKEN = 'test-service-token';

export type Peer = {
  url: string;
  /** Restarts it at the same address. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Starts a fake of a called service: only the routes that the tested service calls, with the same contract and kit.
 */
export async function startPeer(addRoutes: (app: HttpApp) => void): Promise<Peer> {
  const port = await freePort();
  const logger = createLogger({ name: 'peer', level: 'silent' });
  let stop = async () => {};
  const peer: Peer = {
    url: `http://127.0.0.1:${port}`,
    async start() {
      const app = createHttpApp({
        logger,
        metrics: createMetrics('peer'),
        readiness: {},
        serviceToken: SERVICE_TOKEN,
      });
      addRoutes(app);
      await listen(app.server, { port, host: '127.0.0.1' });
      stop = () => stopServer(app.server, 0);
    },
    stop: () => stop(),
  };
  await peer.start();
  return peer;
}

export type Profiles = Peer & {
  /** Existing users. */
  users: Map<string, FoundUser>;
  /** Users that are online. */
  online: Set<string>;
  /** Returns the number of requests. */
  calls(): number;
};

/** Starts a fake auth service that returns users. */
export async function startProfiles(): Promise<Profiles> {
  const users = new Map<string, FoundUser>();
  const online = new Set<string>();
  let calls = 0;
  const peer = await startPeer((app) =>
    route(app, ROUTES.listProfiles, {
      handler: ({ body }) => {
        calls += 1;
        const profiles = body.ids.flatMap((id) => users.get(id) ?? []);
        if (!body.presence) return { profiles };
        return { profiles: profiles.map((user) => ({ ...user, isOnline: online.has(user._id) })) };
      },
    }),
  );
  return { ...peer, users, online, calls: () => calls };
}
