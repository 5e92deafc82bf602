import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiClient } from '@doushouqi/protocol';
import { PUBLIC_ROUTES } from '@doushouqi/protocol/server';
import { signTestToken } from '@doushouqi/service-kit/testing';
import { residentBytes } from '../bench/processes.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { freePorts } from '../platform/ports.ts';
import type { Account, Target } from './attack.ts';
import { seatBystanders } from './bystanders.ts';

/** A target, to be stopped when the attack is over. */
export interface StartedTarget extends Target {
  stop(): Promise<void>;
}

const PASSWORD = 'correct horse';
/** Of the range set aside for tests of this kind, which nobody has (RFC 2544). */
const ADDRESSES = '198.18';

/** Addresses one after the other, all different. */
function addresses(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `${ADDRESSES}.${count >> 8}.${count & 255}`;
  };
}

async function register(url: string, address: string, nickname: string): Promise<Account> {
  const api = createApiClient({
    routes: PUBLIC_ROUTES,
    baseUrl: `${url}/api`,
    token: () => null,
    fetch: (input, init = {}) => {
      const headers = new Headers(init.headers);
      headers.set('x-forwarded-for', address);
      return fetch(input, { ...init, headers });
    },
  });
  const username = `u_${randomBytes(6).toString('hex')}`;
  const body = { username, nickname, password: PASSWORD, confirmPassword: PASSWORD };
  const { access_token: token, user } = await api.register({ body });
  return { userId: user._id, username, password: PASSWORD, token };
}

function targetOf(platform: Platform, stop: () => Promise<void>): StartedTarget {
  const privateKey = readFileSync(join(platform.keysDir, 'jwt-private.pem'), 'utf8');
  const newAddress = addresses();
  const tokenOf = (userId: string) => signTestToken(userId, privateKey);
  return {
    platform,
    newAddress,
    tokenOf,
    register: (nickname) => register(platform.url, newAddress(), nickname),
    bystanders: () => seatBystanders({ url: platform.url, tokenOf, newAddress }),
    residentMemory(name) {
      const pid = platform.processes.get(name)?.pid;
      return pid === undefined ? Number.NaN : residentBytes(pid);
    },
    stop,
  };
}

/**
 * Starts a platform of its own in a temporary folder, on loopback, with its normal limits; nothing else can be
 * attacked. `root`: the checkout whose processes run, where it is not this one.
 */
export async function startTarget(root?: string): Promise<StartedTarget> {
  const dataDir = mkdtempSync(join(tmpdir(), 'doushouqi-attack-'));
  // No browser comes here, so no web needs to be built.
  const webDist = join(dataDir, 'web');
  mkdirSync(webDist);
  writeFileSync(join(webDist, 'index.html'), '');
  const [port = 0] = await freePorts(1);
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  const options = { dataDir, port, webDist, env: { TRUST_PROXY: 'loopback' } };
  try {
    const platform = await startPlatform({ ...options, ...(root === undefined ? {} : { root }) });
    return targetOf(platform, async () => {
      await platform.stop();
      remove();
    });
  } catch (error) {
    remove();
    throw error;
  }
}
