import { randomBytes, randomInt } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ALL_NODES_IN_USE, findComposed, freePorts, startPlatform } from '@doushouqi/scripts';
import { apiFrom, signTestToken } from '@doushouqi/service-kit/testing';
import { residentBytes } from '../measure/processes.ts';
import { ADDRESSES, addresses } from './addresses.ts';
import type { Account, Target } from './attack.ts';
import { seatBystanders } from './bystanders.ts';

/** A target, to be stopped when the attack is over. */
export interface StartedTarget extends Target {
  stop(): Promise<void>;
}

const ROOT = join(import.meta.dirname, '..', '..', '..');
const PASSWORD = 'correct horse';

async function register(url: string, address: string, nickname: string): Promise<Account> {
  const api = apiFrom(url, address, null);
  const username = `u_${randomBytes(6).toString('hex')}`;
  // Rows and runs use the same names, and a nickname is taken once.
  const name = `${nickname}${username.slice(-5)}`;
  const body = { username, nickname: name, password: PASSWORD, confirmPassword: PASSWORD };
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

/** Processes that remember an attack: restarted before each row, the gateway once the nodes are up. */
const ATTACKED = ['realtime-1', 'realtime-2', 'auth'];

/** The composed product while it is attacked. */
export interface ComposedTargets {
  /** A target whose processes remember nothing of the row before; its stores do. */
  next(): Promise<StartedTarget>;
  /** Makes the gateway as it was. */
  giveBack(): Promise<void>;
}

/**
 * The product that `docker compose up` has brought up on this machine. Until it is given back, its gateway believes
 * `X-Forwarded-For` and uses both nodes for as few as the bystanders are.
 */
export async function takeComposed(): Promise<ComposedTargets> {
  const gateway = ['up', '--detach', '--wait', '--no-deps', 'gateway'];
  const { compose, renew } = findComposed();
  // Beside those of an earlier run, whose limits Redis still knows.
  const newAddress = addresses(randomInt(ADDRESSES));
  await compose(gateway, { TRUST_PROXY: 'uniquelocal', ...ALL_NODES_IN_USE });
  return {
    async next() {
      await renew(ATTACKED);
      await renew(['gateway']);
      const composed = findComposed();
      const platform = { ...composed, keysDir: '' };
      return targetOf(
        platform,
        composed.secret('auth', 'jwt-private.pem'),
        newAddress,
        async () => undefined,
      );
    },
    giveBack: () => compose(gateway),
  };
}

/** How a checkout starts a platform. */
interface Supervisor {
  startPlatform: typeof startPlatform;
  freePorts: typeof freePorts;
}

/** A checkout's own supervisor belongs to what is attacked; it alone knows which ports it has found already. */
async function supervisorOf(root: string | undefined): Promise<Supervisor> {
  if (root === undefined) return { startPlatform, freePorts };
  return (await import(pathToFileURL(join(root, 'scripts', 'src', 'index.ts')).href)) as Supervisor;
}

function emptyWeb(dataDir: string): string {
  const folder = join(dataDir, 'web');
  mkdirSync(folder);
  writeFileSync(join(folder, 'index.html'), '');
  return folder;
}

/**
 * Starts a platform of its own in a temporary folder, on loopback, with its normal limits; nothing else can be
 * attacked. `root`: the checkout that is attacked, where it is not this one. With `hasWeb` it serves the built web of that
 * checkout, else an empty page.
 */
export async function startTarget(root?: string, hasWeb = false): Promise<StartedTarget> {
  const dataDir = mkdtempSync(join(tmpdir(), 'doushouqi-attack-'));
  const webDist = hasWeb ? join(root ?? ROOT, 'web', 'dist') : emptyWeb(dataDir);
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  try {
    const supervisor = await supervisorOf(root);
    const [port = 0] = await supervisor.freePorts(1);
    const platform = await supervisor.startPlatform({
      dataDir,
      port,
      webDist,
      env: { TRUST_PROXY: 'loopback', ...ALL_NODES_IN_USE },
    });
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
