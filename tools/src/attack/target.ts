import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '@doushouqi/operations';
import type { ApiClient } from '@doushouqi/protocol';
import { ALL_NODES_IN_USE, freePorts, type Platform, startPlatform } from '@doushouqi/scripts';
import { closeRedis, connectRedis, type RedisClient } from '@doushouqi/service-kit';
import { apiFrom, openConsole, signTestToken, startSmtpSink } from '@doushouqi/service-kit/testing';
import { residentBytes } from '../processes.ts';
import { RawSocket } from '../raw-socket.ts';

const WEB = join(import.meta.dirname, '..', '..', '..', 'web', 'dist');
export const PASSWORD = 'correct horse';
const LOOK_EVERY_MS = 50;
const MAIL_WITHIN_MS = 10_000;

export interface Account {
  userId: string;
  username: string;
  token: string;
  recoveryCodes: string[];
}

/** An account with an office. */
export interface Staff extends Account {
  /** Of the second factor. */
  secret: string;
  /** Token of a session of the console. */
  console: string;
}

/** An online user with its own address. */
export interface Attendant {
  userId: string;
  token: string;
  address: string;
  api: ApiClient;
  client: RawSocket;
}

export function randomId(bytes = 8): string {
  return randomBytes(bytes).toString('hex');
}
export function newUsername(): string {
  return `u_${randomId(6)}`;
}
/** Returns the two fields of a form that sets a password. */
export function chosen(password: string) {
  return { password, confirmPassword: password };
}

/** The attacked product, with its normal limits, on loopback. */
export class Target {
  readonly platform: Platform;
  /** E-mails that the platform sent. */
  readonly mails: readonly { to: string; token: string }[];
  readonly privateKey: string;
  readonly #end: () => Promise<void>;
  readonly #clients: RawSocket[] = [];
  #addresses = 0;

  constructor(platform: Platform, mails: Target['mails'], end: () => Promise<void>) {
    this.platform = platform;
    this.mails = mails;
    this.#end = end;
    this.privateKey = readFileSync(join(platform.keysDir, 'jwt-private.pem'), 'utf8');
  }

  /**
   * Returns an unused address for `X-Forwarded-For`, of 198.18.0.0/15, reserved for benchmarks (RFC 2544). The target's
   * gateway trusts the header. Without it every request comes from 127.0.0.1.
   */
  newAddress = (): string => {
    const n = ++this.#addresses % 2 ** 17;
    return `198.${18 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}`;
  };

  tokenOf(userId: string): string {
    return signTestToken(userId, this.privateKey);
  }

  /** Returns a user without an account: rooms and pairing do not check whether one exists. */
  newUser(): { userId: string; token: string } {
    const userId = randomId(12);
    return { userId, token: this.tokenOf(userId) };
  }

  /** Returns the API for a token; null for a visitor. */
  as(token: string | null, address = this.newAddress()): ApiClient {
    return apiFrom(this.platform.url, address, token);
  }

  /** Registers an account from its own address. Rows use the same names, and a nickname is unique. */
  async register(nickname: string, username = newUsername(), password = PASSWORD): Promise<Account> {
    const body = { username, nickname: `${nickname}${username.slice(-5)}`, ...chosen(password) };
    const { access_token: token, user, recoveryCodes } = await this.as(null).register({ body });
    return { userId: user._id, username, token, recoveryCodes };
  }

  async guest(address = this.newAddress()): Promise<{ userId: string; token: string; api: ApiClient }> {
    const { access_token: token, user } = await this.as(null, address).createGuest({ body: {} });
    return { userId: user._id, token, api: this.as(token, address) };
  }

  logIn({ username }: { username: string }, address = this.newAddress(), password = PASSWORD) {
    return this.as(null, address).login({ body: { username, password } });
  }

  /** Makes an account an operator by the documented command. Returns the invitation. */
  async invite({ username }: { username: string }): Promise<string> {
    const lines: string[] = [];
    const { redisUrl, mongodbUrl } = this.platform;
    const code = await runCommand(['admin', 'operator', username], {
      addresses: () => ({ redisUrl, mongodbUrl }),
      env: {},
      print: (line) => void lines.push(line),
      now: Date.now,
    });
    if (code !== 0) throw new Error(lines.join('\n'));
    return lines.at(-1) ?? '';
  }

  /** Registers staff, and opens a session of the console. Moderators are appointed by `by`. */
  async staff(nickname: string, by?: Staff): Promise<Staff> {
    const account = await this.register(nickname);
    const appointment = { userId: account.userId, role: 'moderator', reason: '试一试' } as const;
    const invitation =
      by === undefined
        ? await this.invite(account)
        : (await this.as(by.console).appointStaff({ body: appointment })).invitation;
    const credentials = { username: account.username, password: PASSWORD };
    const { secret, session } = await openConsole(this.as(null), credentials, invitation ?? '');
    return { ...account, secret, console: session.access_token };
  }

  async connect(token: string, address: string): Promise<RawSocket> {
    const client = await RawSocket.connect(this.platform.url, token, { address });
    this.#clients.push(client);
    return client;
  }

  /** Connects a user. */
  async enter({ userId, token } = this.newUser(), address = this.newAddress()): Promise<Attendant> {
    const client = await this.connect(token, address);
    return { userId, token, address, api: this.as(token, address), client };
  }

  /** Registers and connects users. */
  async attend<const N extends readonly string[]>(...nicknames: N) {
    const all = nicknames.map(async (nickname) => this.enter(await this.register(nickname)));
    return (await Promise.all(all)) as { -readonly [K in keyof N]: Attendant };
  }

  /** Resolves to the token of the `n`th link to a box. */
  async linkTo(box: string, n: number): Promise<string> {
    for (let waited = 0; waited < MAIL_WITHIN_MS; waited += LOOK_EVERY_MS) {
      const token = this.linksTo(box)[n];
      if (token !== undefined) return token;
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
    throw new Error('no e-mail');
  }

  linksTo(box: string): string[] {
    return this.mails.filter(({ to, token }) => to === box && token !== '').map(({ token }) => token);
  }

  async withRedis<T>(work: (redis: RedisClient) => Promise<T>): Promise<T> {
    const redis = connectRedis(this.platform.redisUrl, { role: 'queue' });
    try {
      return await work(redis);
    } finally {
      await closeRedis(redis);
    }
  }

  /** Returns the resident memory (bytes) of a process by its name. */
  residentMemory(name: string): number {
    return residentBytes(this.platform.processes.get(name)?.pid ?? -1);
  }

  /** Measures the growth of the gateway and the nodes from now on; the result returns the largest one in MB. */
  watchGrowth(): () => number {
    const names = ['realtime-1', 'realtime-2', 'gateway'];
    const before = new Map(names.map((name) => [name, this.residentMemory(name)]));
    let most = 0;
    const look = (): void => {
      for (const [name, bytes] of before) most = Math.max(most, this.residentMemory(name) - bytes);
    };
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => {
      clearInterval(timer);
      look();
      return most / 2 ** 20;
    };
  }

  /** Disconnects all users of an attack. */
  leave(): void {
    for (const client of this.#clients.splice(0)) client.close();
  }

  async stop(): Promise<void> {
    this.leave();
    await this.platform.stop();
    await this.#end();
  }
}

/** Starts a platform in a temporary folder. With `hasWeb` it serves the built web, else an empty page. */
export async function startTarget(hasWeb = false): Promise<Target> {
  const dataDir = mkdtempSync(join(tmpdir(), 'doushouqi-attack-'));
  const empty = join(dataDir, 'web');
  mkdirSync(empty);
  writeFileSync(join(empty, 'index.html'), '');
  const sink = await startSmtpSink();
  const end = async () => {
    await sink.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const [port = 0] = await freePorts(1);
    const platform = await startPlatform({
      dataDir,
      port,
      webDist: hasWeb ? WEB : empty,
      env: {
        TRUST_PROXY: 'loopback',
        ...ALL_NODES_IN_USE,
        SMTP_URL: sink.url,
        MAIL_FROM: 'qi@example.test',
        PUBLIC_URL: 'https://qi.example.test',
      },
    });
    return new Target(platform, sink.arrived, end);
  } catch (error) {
    await end();
    throw error;
  }
}
