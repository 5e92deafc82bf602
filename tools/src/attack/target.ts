import { randomBytes, randomInt } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ALL_NODES_IN_USE, findComposed, freePorts, startPlatform } from '@doushouqi/scripts';
import { apiFrom, signTestToken, startSmtpSink } from '@doushouqi/service-kit/testing';
import { residentBytes } from '../measure/processes.ts';
import { ADDRESSES, addresses } from './addresses.ts';
import type { Account, Target } from './attack.ts';
import { seatBystanders } from './bystanders.ts';

/** A target to stop after the attack. */
export interface StartedTarget extends Target {
  stop(): Promise<void>;
}

const ROOT = join(import.meta.dirname, '..', '..', '..');
const PASSWORD = 'correct horse';

async function register(url: string, address: string, nickname: string): Promise<Account> {
  const api = apiFrom(url, address, null);
  const username = `u_${randomBytes(6).toString('hex')}`;
  // Rows and runs use the same names, and a nickname is unique.
  const name = `${nickname}${username.slice(-5)}`;
  const body = { username, nickname: name, password: PASSWORD, confirmPassword: PASSWORD };
  const { access_token: token, user } = await api.register({ body });
  return { userId: user._id, username, password: PASSWORD, token };
}

function targetOf(
  platform: Target['platform'],
  privateKey: string,
  newAddress: () => string,
  mails: Target['mails'],
  stop: () => Promise<void>,
): StartedTarget {
  const tokenOf = (userId: string) => signTestToken(userId, privateKey);
  return {
    platform,
    newAddress,
    tokenOf,
    mails,
    register: (nickname) => register(platform.url, newAddress(), nickname),
    bystanders: () => seatBystanders({ url: platform.url, tokenOf, newAddress }),
    residentMemory(name) {
      const pid = platform.processes.get(name)?.pid;
      return pid === undefined ? Number.NaN : residentBytes(pid);
    },
    stop,
  };
}

/** Processes with state of an attack: restarted before each row, the gateway once the nodes are ready. */
const ATTACKED = ['realtime-1', 'realtime-2', 'auth'];

/** The composed product during attacks. */
export interface ComposedTargets {
  /** Returns a target whose processes have no state of the row before; its stores do. */
  next(): Promise<StartedTarget>;
  /** Restores the gateway. */
  release(): Promise<void>;
}

/**
 * Takes over the running `docker compose` product on this machine. Until it is restored, its gateway trusts
 * `X-Forwarded-For` and uses both nodes even for the few bystanders.
 */
export async function takeComposed(): Promise<ComposedTargets> {
  const gateway = ['up', '--detach', '--wait', '--no-deps', 'gateway'];
  const { compose, renew } = findComposed();
  // Avoids the addresses of an earlier run, whose limits Redis still has.
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
        [],
        async () => undefined,
      );
    },
    release: () => compose(gateway),
  };
}

/** Starts a checkout's platform. */
interface Supervisor {
  startPlatform: typeof startPlatform;
  freePorts: typeof freePorts;
}

/** A checkout's own supervisor is part of the attacked product; it also knows its reserved ports. */
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
 * Starts a platform in a temporary folder, on loopback, with its normal limits; nothing else can be attacked. `root`:
 * the attacked checkout, default this one. With `hasWeb` it serves the built web of that checkout, else an empty page.
 */
export async function startTarget(root?: string, hasWeb = false): Promise<StartedTarget> {
  const dataDir = mkdtempSync(join(tmpdir(), 'doushouqi-attack-'));
  const webDist = hasWeb ? join(root ?? ROOT, 'web', 'dist') : emptyWeb(dataDir);
  const sink = await startSmtpSink();
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  try {
    const supervisor = await supervisorOf(root);
    const [port = 0] = await supervisor.freePorts(1);
    const platform = await supervisor.startPlatform({
      dataDir,
      port,
      webDist,
      env: {
        TRUST_PROXY: 'loopback',
        ...ALL_NODES_IN_USE,
        SMTP_URL: sink.url,
        MAIL_FROM: 'qi@example.test',
        PUBLIC_URL: 'https://qi.example.test',
      },
    });
    const privateKey = readFileSync(join(platform.keysDir, 'jwt-private.pem'), 'utf8');
    return targetOf(platform, privateKey, addresses(), sink.arrived, async () => {
      await platform.stop();
      await sink.stop();
      remove();
    });
  } catch (error) {
    await sink.stop();
    remove();
    throw error;
  }
}
