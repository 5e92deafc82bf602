import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createApiClient } from '@doushouqi/protocol';
import { PUBLIC_ROUTES } from '@doushouqi/protocol/server';
import { signTestToken } from '@doushouqi/service-kit/testing';
import { residentBytes } from '../bench/processes.ts';
import { findComposed } from '../compose/composed.ts';
import { startPlatform } from '../platform/platform.ts';
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
function addresses(first = 0): () => string {
  let count = first;
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

function targetOf(
  platform: Target['platform'],
  privateKey: string,
  newAddress: () => string,
  stop: () => Promise<void>,
): StartedTarget {
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

/** What of the composed product is begun anew for each row, so that none starts with the memory of another. */
const ATTACKED = ['gateway', 'realtime-1', 'realtime-2', 'auth'];
/** Addresses of one run beside those of an earlier one, whose limits Redis still knows. */
const ADDRESS_RANGE = 2 ** 17 - 2 ** 12;

/** Addresses for all rows of a run. */
export function composedAddresses(): () => string {
  return addresses(Math.floor(Math.random() * ADDRESS_RANGE));
}

/**
 * The product that `docker compose up` has brought up on this machine. Its gateway believes `X-Forwarded-For` while it
 * is attacked; `stop` makes it as it was.
 */
export async function takeComposed(newAddress: () => string): Promise<StartedTarget> {
  const renew = ['up', '--detach', '--wait', '--force-recreate', '--no-deps', ...ATTACKED];
  const { compose } = findComposed();
  await compose(renew, { TRUST_PROXY: 'uniquelocal' });
  const composed = findComposed();
  const platform = { ...composed, keysDir: '' };
  return targetOf(platform, composed.secret('auth', 'jwt-private.pem'), newAddress, () => compose(renew));
}

/** How a checkout starts its platform: its own supervisor belongs to what is attacked. */
async function starterOf(root: string | undefined): Promise<typeof startPlatform> {
  if (root === undefined) return startPlatform;
  const other = (await import(pathToFileURL(join(root, 'scripts', 'src', 'index.ts')).href)) as {
    startPlatform: typeof startPlatform;
  };
  return other.startPlatform;
}

/**
 * Starts a platform of its own in a temporary folder, on loopback, with its normal limits; nothing else can be
 * attacked. `root`: the checkout that is attacked, where it is not this one.
 */
export async function startTarget(root?: string): Promise<StartedTarget> {
  const dataDir = mkdtempSync(join(tmpdir(), 'doushouqi-attack-'));
  // No browser comes here, so no web needs to be built.
  const webDist = join(dataDir, 'web');
  mkdirSync(webDist);
  writeFileSync(join(webDist, 'index.html'), '');
  const [port = 0] = await freePorts(1);
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  try {
    const start = await starterOf(root);
    const platform = await start({ dataDir, port, webDist, env: { TRUST_PROXY: 'loopback' } });
    const privateKey = readFileSync(join(platform.keysDir, 'jwt-private.pem'), 'utf8');
    return targetOf(platform, privateKey, addresses(), async () => {
      await platform.stop();
      remove();
    });
  } catch (error) {
    remove();
    throw error;
  }
}
