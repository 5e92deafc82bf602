import { type ErrorCode, type PrivateMessage, ROUTES } from '@doushouqi/protocol';
import {
  createHttpApp,
  createLogger,
  createMetrics,
  errorOf,
  listen,
  route,
  stopServer,
} from '@doushouqi/service-kit';
import { freePort } from '@doushouqi/service-kit/testing';

export const SERVICE_TOKEN = 'test-service-token';

export interface Social {
  url: string;
  /** What it took. */
  delivered: PrivateMessage[];
  /** What it refuses with, when it does. */
  refusal: { code: ErrorCode | null };
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** The one route of the social service that this service calls, by the same contract and kit. */
export const startSocial = async (): Promise<Social> => {
  const port = await freePort();
  let stop = async () => {};
  const social: Social = {
    url: `http://127.0.0.1:${port}`,
    delivered: [],
    refusal: { code: null },
    async start() {
      const app = createHttpApp({
        logger: createLogger({ name: 'social', level: 'silent' }),
        metrics: createMetrics('social'),
        readiness: {},
        serviceToken: SERVICE_TOKEN,
      });
      route(app, ROUTES.deliverMessage, {
        handler: ({ body }) => {
          if (social.refusal.code) throw errorOf(social.refusal.code);
          const message = { ...body, _id: String(social.delivered.length), timestamp: 0 };
          social.delivered.push(message);
          return message;
        },
      });
      await listen(app.server, { port, host: '127.0.0.1' });
      stop = () => stopServer(app.server, 0);
    },
    stop: () => stop(),
  };
  await social.start();
  return social;
};
