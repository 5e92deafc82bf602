import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createApiClient } from '@doushouqi/protocol';
import { PUBLIC_ROUTES } from '@doushouqi/protocol/server';
import { freePorts, gameScripts, NO_LIMITS, type Platform, startPlatform } from '@doushouqi/scripts';
import { signTestToken } from '@doushouqi/service-kit/testing';
import { compareAll } from '../bench-deploy/compare.ts';
import { Game, type Life, newLife } from '../bench-deploy/game.ts';
import { percentile, sum } from '../measure/statistics.ts';
import { Crowd } from './crowd.ts';
import { INITIAL_HPA, scale } from './hpa.ts';

/**
 * `npm run simulate:day`: sessions rise from 50 to `--peak` and fall again over 24 hours of `--hour-ms` each, on real
 * processes; an autoscaler adds and removes realtime nodes. Exits with 1 if an acknowledged move is lost or doubled.
 */
const { values } = parseArgs({
  options: {
    peak: { type: 'string', default: '5000' },
    tables: { type: 'string', default: '20' },
    'hour-ms': { type: 'string', default: '15000' },
    'max-nodes': { type: 'string', default: '6' },
  },
});
const [peak, tables, hourMs, max] = [
  Number(values.peak),
  Number(values.tables),
  Number(values['hour-ms']),
  Number(values['max-nodes']),
];
const FEWEST = 50;
const HOURS = 24;
const HOUR_S = 3_600;
const TICK_MS = 500;
const THINK_MS = 1_000;
/** Most sessions opened or closed in a tick. */
const CHANGE = 200;
const BOUNDS = { target: Math.ceil(peak / (max - 1)), min: 2, max };

/** Returns the sessions at an hour: fewest at 0 and 24, most at 12. */
function sessionsAt(hour: number): number {
  return Math.round(FEWEST + ((peak - FEWEST) * (1 - Math.cos((2 * Math.PI * hour) / HOURS))) / 2);
}

/** Returns the sessions of a node, or 0 while it does not respond. */
async function sessionsOf(platform: Platform, name: string): Promise<number> {
  const { port } = platform.processes.get(name)!;
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
  await answer?.body?.cancel();
  return Number(answer?.headers.get('x-sessions') ?? 0);
}

/** Starts and retires nodes one change at a time; retires the emptiest node first, as the deletion cost does. */
class Nodes {
  readonly #platform: Platform;
  readonly #all = Array.from({ length: max }, (_, index) => `realtime-${index + 1}`);
  #running = new Set(this.#all);
  #changing = false;
  #hpa = INITIAL_HPA;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  get count(): number {
    return this.#running.size;
  }

  async loads(): Promise<[string, number][]> {
    return Promise.all(
      [...this.#running].map(
        async (name) => [name, await sessionsOf(this.#platform, name)] as [string, number],
      ),
    );
  }

  async begin(): Promise<void> {
    for (const name of this.#all.slice(BOUNDS.min)) await this.#retire(name);
  }

  async tick(now: number): Promise<void> {
    if (this.#changing) return;
    const loads = await this.loads();
    const sessions = sum(loads.map(([, count]) => count));
    const next = scale(this.#hpa, this.count, sessions, now, BOUNDS);
    this.#hpa = next.state;
    if (next.nodes === this.count) return;
    this.#changing = true;
    const missing = Math.max(0, next.nodes - this.count);
    const added = this.#all.filter((name) => !this.#running.has(name)).slice(0, missing);
    const [emptiest] = loads.toSorted((a, b) => a[1] - b[1]);
    const change =
      added.length > 0 ? Promise.all(added.map((name) => this.#add(name))) : this.#retire(emptiest![0]);
    const done = (): void => {
      this.#changing = false;
    };
    change.then(done, (error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      done();
    });
  }

  async #add(name: string): Promise<void> {
    await this.#platform.revive(name);
    this.#running.add(name);
  }

  async #retire(name: string): Promise<void> {
    this.#running.delete(name);
    await this.#platform.retire(name);
  }
}

type Venue = Parameters<typeof Game.sitDown>[0];

function venueOf({ url, keysDir }: Platform): Venue {
  const privateKey = readFileSync(join(keysDir, 'jwt-private.pem'), 'utf8');
  const tokenOf: Venue['tokenOf'] = (userId) => signTestToken(userId, privateKey);
  return {
    url,
    tokenOf,
    apiOf(userId) {
      const token = tokenOf(userId);
      return createApiClient({ routes: PUBLIC_ROUTES, baseUrl: `${url}/api`, token: () => token });
    },
  };
}

function printHour(hour: number, counts: readonly number[], { acknowledged, stalls }: Life): void {
  const [p50, p99] = [0.5, 0.99].map((p) => `${Math.round(percentile(stalls, p))} ms`);
  const share = `${Math.min(...counts)}–${Math.max(...counts)}`;
  console.log(
    `| ${hour} | ${sum(counts)} | ${counts.length} | ${share} | ${acknowledged} | ${p50} | ${p99} |`,
  );
}

async function spendDay(platform: Platform): Promise<boolean> {
  const venue = venueOf(platform);
  const nodes = new Nodes(platform);
  await nodes.begin();
  const scripts = gameScripts(16, 900);
  const games: Game[] = [];
  for (let i = 0; i < tables; i += 1) games.push(await Game.sitDown(venue, scripts[i % scripts.length]!));
  let life = newLife();
  const playing = Promise.all(games.map((game) => game.play(() => life, THINK_MS)));
  const failed = playing.then(() => Promise.reject(new Error('the games ended early')));
  failed.catch(() => undefined);
  const crowd = new Crowd(platform.url, venue.tokenOf);
  console.log('| hour | sessions | nodes | per node | moves | p50 | p99 |\n|---|---|---|---|---|---|---|');
  const begun = performance.now();
  for (let [hour, printed] = [0, -1]; printed < HOURS; hour = (performance.now() - begun) / hourMs) {
    if (Math.floor(hour) > printed) {
      printed = Math.floor(hour);
      printHour(
        printed,
        (await nodes.loads()).map(([, count]) => count),
        life,
      );
      life = newLife();
    }
    const crowded = crowd.resize(Math.max(0, sessionsAt(hour) - 2 * tables), CHANGE);
    await Promise.all([crowded, nodes.tick(hour * HOUR_S), Promise.race([delay(TICK_MS), failed])]);
  }
  for (const game of games) game.stop();
  await playing;
  const { lost, doubled } = await compareAll(platform.redisUrl, games);
  console.log(`\nlost ${lost}, doubled ${doubled}`);
  for (const game of games) game.close();
  crowd.close();
  return lost + doubled === 0;
}

const dataDir = mkdtempSync(join(tmpdir(), 'doushouqi-day-'));
const [port = 0] = await freePorts(1);
const platform = await startPlatform({
  ...{ dataDir, port, logLevel: 'warn', replicas: { realtime: max } },
  env: { ...NO_LIMITS, SESSIONS_PER_NODE: '50' },
});
try {
  process.exitCode = (await spendDay(platform)) ? 0 : 1;
} finally {
  await platform.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit();
