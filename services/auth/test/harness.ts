import {
  createLogger,
  createMetrics,
  createModerator,
  type HttpApp,
  listen,
  parsePublicKeys,
  stopServer,
} from '@doushouqi/service-kit';
import type { Backing } from '@doushouqi/service-kit/testing';
import { createAuthApp } from '../src/app.ts';
import type { UserModel } from '../src/models/user.ts';
import type { AttemptLimits } from '../src/policies/attempts.ts';
import { parseSigningKey } from '../src/tokens.ts';

export const SERVICE_TOKEN = 'test-service-token';

/** Nobody listens there. */
const NOWHERE = 'http://127.0.0.1:1';

export const GENEROUS: AttemptLimits = {
  registrationsPerAddress: 10_000,
  registrationWindowSeconds: 3_600,
  loginFailuresPerAccount: 10,
  loginFailuresPerAddress: 10_000,
  loginWindowSeconds: 900,
};

export interface AuthService {
  url: string;
  users: UserModel;
  app: HttpApp;
  stop(): Promise<void>;
}

/** One auth service over the backing; limits that a test does not name are out of the way. */
export async function startAuth(
  { redis, connection, keys, verifier }: Backing,
  limits: Partial<AttemptLimits> = {},
  socialUrl = NOWHERE,
): Promise<AuthService> {
  const app = await createAuthApp({
    logger: createLogger({ name: 'auth', level: 'silent' }),
    metrics: createMetrics('auth'),
    connection,
    redis,
    moderator: createModerator(['外挂']),
    signing: {
      signingKey: async () => parseSigningKey(keys.privateKey),
      publicKeys: async () => parsePublicKeys(keys.publicKey),
    },
    verifier,
    serviceToken: SERVICE_TOKEN,
    socialUrl,
    tokenDays: 7,
    limits: { ...GENEROUS, ...limits },
    hashConcurrency: 2,
    random: () => 0,
  });
  const port = await listen(app.server, { port: 0, host: '127.0.0.1' });
  return {
    url: `http://127.0.0.1:${port}`,
    users: connection.model('User') as UserModel,
    app,
    async stop() {
      app.stop();
      await stopServer(app.server, 0);
    },
  };
}

export interface Reply {
  status: number;
  headers: Headers;
  // The tests say what they expect of it.
  body: Record<string, unknown>;
}

async function send(url: string, init: RequestInit): Promise<Reply> {
  const response = await fetch(url, init);
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Reply['body'],
  };
}

/** Sends JSON as the gateway would, with the client's address in X-Forwarded-For. */
export function post(
  url: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  return send(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

export function get(url: string, path: string, token?: string): Promise<Reply> {
  return send(`${url}${path}`, { headers: bearer(token) });
}

/** The header of a user's call; none without a token. */
export function bearer(token?: string): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

let names = 0;
/** A valid registration with a name of its own. */
export function form(changes: Record<string, unknown> = {}) {
  names += 1;
  return {
    username: `Player_${names}`,
    nickname: `小棋手${names}`,
    password: 'correct horse',
    confirmPassword: 'correct horse',
    ...changes,
  };
}

export interface Account {
  id: string;
  username: string;
  token: string;
}

/** Registers an account of the test's own. */
export async function newAccount({ url }: AuthService, changes?: Record<string, unknown>): Promise<Account> {
  const { body } = await post(url, '/api/auth/register', form(changes));
  const { _id: id, username } = body.user as { _id: string; username: string };
  return { id, username, token: String(body.access_token) };
}
