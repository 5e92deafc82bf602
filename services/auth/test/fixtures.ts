import { createHash } from 'node:crypto';
import { hasZeroBits, type ProofChallenge, provenText } from '@doushouqi/protocol';
import { createModerator } from '@doushouqi/service-kit';
import { type Peer, testService } from '@doushouqi/service-kit/testing';
import { service } from '../src/service.ts';

/** Without limits by address, unless `env` sets some. */
const UNLIMITED = { REGISTRATIONS_PER_ADDRESS: 10_000, LOGIN_FAILURES_PER_ADDRESS: 10_000 };

let names = 0;
/** Returns a valid registration with a name of its own. */
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

/** Solves a challenge. */
export function solve(challenge: ProofChallenge): number {
  for (let nonce = 0; ; nonce += 1) {
    const hash = createHash('sha256').update(provenText(challenge, nonce)).digest();
    if (hasZeroBits(hash, challenge.difficulty)) return nonce;
  }
}

export interface Account {
  id: string;
  username: string;
  token: string;
}

export async function testAuth(
  env: Record<string, number | string> = {},
  peers: { [Name in 'social' | 'record' | 'rating' | 'room' | 'puzzle' | 'moderation']?: Peer } = {},
  limits: { mailsByAddress?: number; recoveriesByAddress?: number; changes?: number } = {},
  given: { random?: () => number } = {},
) {
  const auth = await testService(service, {
    env: { ...UNLIMITED, ...env },
    peers,
    limits,
    given: { moderator: createModerator(['外挂']), random: () => 0, ...given },
  });
  const { call } = auth;
  return {
    ...auth,
    users: auth.context.users,
    post: (path: string, body: unknown, token?: string) => call('POST', path, { body, token }),
    get: (path: string, token?: string) => call('GET', path, { token }),
    logIn: (username: unknown, password: unknown) =>
      call('POST', '/api/auth/login', { body: { username, password } }),
    /** Registers an account of the test's own. */
    async newAccount(changes?: Record<string, unknown>): Promise<Account> {
      const { body } = await call('POST', '/api/auth/register', { body: form(changes) });
      const { _id: id, username } = body.user as { _id: string; username: string };
      return { id, username, token: String(body.access_token) };
    },
  };
}
