import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type RedisMembers, startRedisMembers } from '@doushouqi/deployment/testing';
import { gameScripts } from '@doushouqi/scripts';
import { compareAll } from './compare.ts';
import { Game, type Life, newLife } from './game.ts';
import { type Installation, startInstallation } from './installation.ts';
import { type Restart, tableOf } from './report.ts';
import { type Calls, newCalls, visit } from './visitors.ts';

/**
 * `npm run bench:deploy -- --rate 300 --tables 150`: restarts every part of an installation in order (SIGTERM) while
 * users play over two gateways. Exits with 1 if an acknowledged move is lost, a player is delayed by more than
 * `--stall` ms, or a move is charged more than `--charge` ms beyond its thinking time. `--only NAME` restarts parts
 * with this prefix; `--failover` runs on the replicated Redis of `k8s/components/stores-ha` and stops its members instead.
 */
const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '300' },
    tables: { type: 'string', default: '150' },
    stall: { type: 'string', default: '3000' },
    charge: { type: 'string', default: '1000' },
    only: { type: 'string', default: '' },
    failover: { type: 'boolean', default: false },
    log: { type: 'boolean', default: false },
  },
});
const SETTLE_MS = 4_000;
/** Longer than the sentinels need to replace a master. */
const OUTAGE_MS = 12_000;
const VISITORS = 4;
const tables = Number(values.tables);
/** Moves per second of both sides of a table. */
const thinkMs = (1_000 * tables) / Number(values.rate);

let [life, calls]: [Life, Calls] = [newLife(), newCalls()];

/** Collects observations while `strike` runs. */
async function window(part: string, strike: () => Promise<void>): Promise<Restart> {
  [life, calls] = [newLife(), newCalls()];
  const begun = performance.now();
  await strike();
  const seconds = (performance.now() - begun) / 1_000;
  await delay(SETTLE_MS);
  const done = { part, seconds, life, calls };
  console.error(
    `${part}: ${life.acknowledged} moves, longest stall ${Math.round(Math.max(...life.stalls))} ms`,
  );
  return done;
}

async function restartAll(installation: Installation): Promise<Restart[]> {
  const { platform, parts } = installation;
  // A clock runs from the moment that the second player sits down, so first moves cost more.
  await window('(warm-up)', () => delay(3 * thinkMs));
  const restarts = [await window('(nothing)', () => delay(4_000))];
  for (const part of parts.filter((name) => name.startsWith(values.only)))
    restarts.push(
      await window(part, async () => {
        await platform.kill(part, 'SIGTERM');
        await platform.waitReady(part);
      }),
    );
  return restarts;
}

/** Stops, kills and restarts members of the replicated Redis. */
async function failOver(members: RedisMembers): Promise<Restart[]> {
  const kill = (which: (master: string) => readonly string[]) => async () => {
    const hosts = which(await members.settled());
    await Promise.all(hosts.map((host) => members.kill(host)));
    if (hosts.length < members.hosts.length) await delay(OUTAGE_MS);
    for (const host of hosts) members.start(host);
    await members.settled();
  };
  const strikes: Readonly<Record<string, () => Promise<void>>> = {
    'replica killed': kill((master) => members.hosts.filter((host) => host !== master).slice(1)),
    'master stopped as planned': async () => {
      const master = await members.settled();
      await members.stop(master);
      await delay(OUTAGE_MS);
      members.start(master);
      await members.settled();
    },
    'master killed': kill((master) => [master]),
    'all members killed': kill(() => members.hosts),
  };
  await window('(warm-up)', () => delay(3 * thinkMs));
  const results = [await window('(nothing)', () => delay(4_000))];
  for (const [name, strike] of Object.entries(strikes)) results.push(await window(name, strike));
  return results;
}

async function measure(installation: Installation): Promise<boolean> {
  const scripts = gameScripts(16, 900);
  const games: Game[] = [];
  for (let i = 0; i < tables; i += 10)
    games.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(10, tables - i) }, (_, n) =>
          Game.sitDown(installation, scripts[(i + n) % scripts.length]!),
        ),
      )),
    );
  let over = false;
  const visitors = Array.from({ length: VISITORS }, () =>
    visit(
      installation,
      () => calls,
      () => over,
    ),
  );
  const playing = games.map((game) => game.play(() => life, thinkMs));
  const restarts = await Promise.race([
    members ? failOver(members) : restartAll(installation),
    Promise.all([...playing, ...visitors]).then(() => Promise.reject(new Error('the games ended early'))),
  ]);
  over = true;
  for (const game of games) game.stop();
  await Promise.all([...playing, ...visitors]);
  const { lost, doubled } = await compareAll(installation.platform.redisUrl, games);
  for (const game of games) game.close();
  console.log(tableOf(restarts));
  const stall = Math.max(...restarts.flatMap(({ life: { stalls } }) => stalls));
  const charge = Math.max(...restarts.flatMap(({ life: { charges } }) => charges));
  console.log(
    `\nlost ${lost}, doubled ${doubled}; longest stall ${Math.round(stall)} ms, worst charge ${Math.round(charge)} ms`,
  );
  return lost === 0 && doubled === 0 && stall < Number(values.stall) && charge < Number(values.charge);
}

const members = values.failover ? startRedisMembers('127.77.1') : undefined;
await members?.settled();
const installation = await startInstallation((entry) => {
  if (values.log && entry.level !== 'info')
    console.error(`${Date.now() % 1e6} ${entry.process}: ${entry.message} ${JSON.stringify(entry.details)}`);
}, members?.url);
try {
  if (!(await measure(installation))) process.exitCode = 1;
} finally {
  await installation.stop();
  await members?.close();
}
