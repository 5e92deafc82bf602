/**
 * `npm run compose:crashes -- --tables 8 --rounds 4`: users play on the running `docker compose` product on this
 * machine while its processes die (SIGKILL): each alone, then `rounds` times three random ones; the engine restarts
 * them. Exits with 1 if an acknowledged move is lost or one takes longer than 30 s. Needs root.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createApiClient } from '@doushouqi/protocol';
import { PUBLIC_ROUTES } from '@doushouqi/protocol/server';
import { createRoomStore } from '@doushouqi/room-core';
import { findComposed, gameScripts } from '@doushouqi/scripts';
import { closeRedis, connectRedis } from '@doushouqi/service-kit';
import { signTestToken } from '@doushouqi/service-kit/testing';
import { Game, type Life, newLife, type Venue } from './bench-deploy/game.ts';

const { values } = parseArgs({
  options: {
    tables: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '4' },
  },
});
const THINK_MS = 400;
const SETTLE_MS = 6_000;
/** Number of simultaneous deaths in the rounds after those of `GROUPS`. */
const AT_ONCE = 3;

const composed = findComposed();
const names = [...composed.processes.keys()];
/** Deaths of every run: each process alone, and replicas of one service together. */
const GROUPS: readonly (readonly string[])[] = [
  [],
  ...names.map((name) => [name]),
  ...['timekeeper', 'realtime'].map((role) => names.filter((name) => name.startsWith(role))),
  ['redis', 'mongodb'],
];
const privateKey = composed.secret('auth', 'jwt-private.pem');
const venue: Venue = {
  url: composed.url,
  tokenOf: (userId) => signTestToken(userId, privateKey),
  apiOf(userId) {
    const token = venue.tokenOf(userId);
    return createApiClient({ routes: PUBLIC_ROUTES, baseUrl: `${composed.url}/api`, token: () => token });
  },
};
let life: Life = newLife();

function someAtRandom(): string[] {
  return names
    .map((name) => ({ name, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, AT_ONCE)
    .map(({ name }) => name);
}

async function strike(victims: readonly string[]): Promise<void> {
  life = newLife();
  for (const name of victims) composed.crash(name);
  await delay(SETTLE_MS);
  const stall = Math.round(Math.max(0, ...life.stalls));
  console.log(
    `${(victims.join(' ') || '(nothing)').padEnd(40)} ${life.sent} sent, ${life.acknowledged} acknowledged, longest stall ${stall} ms`,
  );
}

async function strikeAll(): Promise<void> {
  for (const group of GROUPS) await strike(group);
  for (let round = 0; round < Number(values.rounds); round++) await strike(someAtRandom());
}

/** Returns the number of acknowledged moves missing in the stored games, and of stored moves that were never made. */
async function compareAll(games: readonly Game[]): Promise<{ lost: number; doubled: number }> {
  // Its address may have changed.
  const redis = connectRedis(findComposed().redisUrl, { role: 'command' });
  const store = createRoomStore(redis);
  const found = await Promise.all(
    games.map(async (game) => {
      const room = await store.load(game.roomId);
      if (!room) throw new Error(`room ${game.roomId} is gone`);
      return game.compare(room.game);
    }),
  );
  await closeRedis(redis);
  const sum = (key: 'lost' | 'doubled') => found.reduce((total, one) => total + one[key], 0);
  return { lost: sum('lost'), doubled: sum('doubled') };
}

const scripts = gameScripts(Number(values.tables), 900);
const games = await Promise.all(scripts.map((script) => Game.sitDown(venue, script)));
const playing = Promise.all(games.map((game) => game.play(() => life, THINK_MS)));
await Promise.race([strikeAll(), playing.then(() => Promise.reject(new Error('the games ended early')))]);
for (const game of games) game.stop();
await playing;
const result = await compareAll(games);
for (const game of games) game.close();
console.log(result);
process.exit(result.lost + result.doubled === 0 ? 0 : 1);
