import { createModerator } from '@doushouqi/service-kit';
import { type Backing, type Reply, startTestService } from '@doushouqi/service-kit/testing';
import { service } from '../src/service.ts';

export type AuthService = Awaited<ReturnType<typeof startAuth>>;

/** One auth service over the backing; limits that a test does not name are out of the way. */
export async function startAuth(backing: Backing, env: Record<string, number> = {}, social?: string) {
  const app = await startTestService(service, backing, {
    env: { REGISTRATIONS_PER_ADDRESS: 10_000, LOGIN_FAILURES_PER_ADDRESS: 10_000, ...env },
    peers: social === undefined ? {} : { social },
    given: { moderator: createModerator(['外挂']), random: () => 0 },
  });
  return { ...app, users: app.context.users };
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
