import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createEngine } from '@doushouqi/engine';
import { nodePort } from '@doushouqi/engine/node';
import { HOUSE_BOTS, type RoomSnapshot } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import { type BotGame, createBotGames } from '@doushouqi/room-core/bot-games';
import { type Game, newGame, ONLINE_RULE_SET, outcome, play } from '@doushouqi/rules';
import { freePorts, type Platform, startPlatform } from '@doushouqi/scripts';
import { closeRedis, connectRedis, createInternalClient } from '@doushouqi/service-kit';
import { cpuBetween, cpuSeconds, residentBytes } from './measure/processes.ts';

/**
 * `npm run bench:bots -- --games 200 --seconds 60`: the processor time of a bot's move by level, alone and with so many
 * games at once, each between two bots, on this machine.
 */
const { values } = parseArgs({
  options: { games: { type: 'string', default: '200' }, seconds: { type: 'string', default: '60' } },
});
const [games, seconds] = [Number(values.games), Number(values.seconds)];
const PLIES = 60;

/** Returns the mean search time of each level in ms: one game of the level against itself, on an idle thread. */
async function aloneMs(): Promise<number[]> {
  const engine = createEngine(nodePort);
  const means: number[] = [];
  for (const { level } of HOUSE_BOTS) {
    let game: Game = newGame(ONLINE_RULE_SET);
    let plies = 0;
    await engine.choose(game, level, 0);
    const began = performance.now();
    while (plies < PLIES && outcome(game).winner === null) {
      const { lines } = await engine.choose(game, level, plies);
      const next = play(game, lines[0]!.move);
      if (!next.ok) break;
      game = next.value;
      plies += 1;
    }
    means.push((performance.now() - began) / plies);
  }
  engine.close();
  return means;
}

/** Reads sum and count of the searches of each level from the metrics of the process. */
async function searchesOf(platform: Platform): Promise<{ sum: number; count: number }[]> {
  const text = await (await fetch(`http://127.0.0.1:${platform.processes.get('bot')!.port}/metrics`)).text();
  const read = (kind: string, level: number): number =>
    Number(
      new RegExp(`^bot_search_seconds_${kind}\\{[^}]*level="${level}"[^}]*\\} (\\S+)$`, 'm').exec(
        text,
      )?.[1] ?? 0,
    );
  return HOUSE_BOTS.map(({ level }) => ({ sum: read('sum', level), count: read('count', level) }));
}

const alone = await aloneMs();
const dataDir = mkdtempSync(join(tmpdir(), 'doushouqi-bench-bots-'));
writeFileSync(join(dataDir, 'index.html'), '');
const [port = 0] = await freePorts(1);
const env = { BOT_GAMES: String(games), SESSIONS_PER_ADDRESS: '10000', RATE_LIMIT_PER_SECOND: '10000' };
const platform = await startPlatform({ dataDir, port, webDist: dataDir, env });
const redis = connectRedis(platform.redisUrl, { role: 'command' });
const botGames = createBotGames(redis);
while ((await botGames.places()).total === 0) await delay(200);
const idleMiB = residentBytes(platform.processes.get('bot')!.pid!) / 2 ** 20;

const rooms: string[] = [];
const token = readFileSync(join(platform.keysDir, 'service-token'), 'utf8').trim().split('\n')[0]!;
const baseUrl = `http://127.0.0.1:${platform.processes.get('room')!.port}`;
const room = createInternalClient({ baseUrl, token, timeoutMs: 20_000 });
const looking = setInterval(() => void botGames.look(), 5_000);
await botGames.look();
for (let n = 0; n < games; n++) {
  const players = [HOUSE_BOTS[n % 5]!._id, HOUSE_BOTS[(n + 1) % 5]!._id] as [string, string];
  const [roomId, gameId] = [`bench-${n}`, randomUUID()];
  const timeControl = { initial: 5, increment: 3 };
  await room.call(ROUTES.createPairedRoom, {
    body: { roomId, gameId, kind: 'exhibition', players, timeControl },
  });
  // `take` allows one exhibition.
  const game: BotGame = { roomId, gameId, bots: players, players, pool: '5+3:casual', at: Date.now() };
  await redis.hset('{bot}:games', roomId, JSON.stringify(game));
  await redis.zadd('{bot}:due', 0, roomId);
  rooms.push(roomId);
}
await delay(10_000);
const [cpuBefore, before] = [cpuSeconds(platform), await searchesOf(platform)];
await delay(seconds * 1_000);
const [cpuAfter, after] = [cpuSeconds(platform), await searchesOf(platform)];
const cpu = cpuBetween(cpuBefore, cpuAfter);
const busyMiB = residentBytes(platform.processes.get('bot')!.pid!) / 2 ** 20;
const shown = await Promise.all(
  rooms.map(async (roomId) => (await fetch(`${platform.url}/api/games/rooms/${roomId}?view=compact`)).json()),
);
const late = (shown as RoomSnapshot[]).filter(({ endReason }) => endReason === 'TIME_UP').length;

const moves = after.map(({ count }, n) => count - before[n]!.count);
const total = moves.reduce((sum, count) => sum + count, 0);
console.log(
  '| level | search alone | search with all games | moves in a second |\n| --- | --- | --- | --- |',
);
for (const [n, { level }] of HOUSE_BOTS.entries()) {
  const mean = ((after[n]!.sum - before[n]!.sum) / Math.max(1, moves[n]!)) * 1_000;
  console.log(
    `| ${level} | ${alone[n]!.toFixed(1)} ms | ${mean.toFixed(1)} ms | ${(moves[n]! / seconds).toFixed(1)} |`,
  );
}
const botCpu = cpu.get('bot') ?? 0;
console.log(
  `${games} games, ${(total / seconds).toFixed(0)} moves in a second, ${((botCpu * 1_000) / total).toFixed(0)} ms of the bot process for a move, ` +
    `${(botCpu / seconds).toFixed(2)} cores; ${late} lost on time; ${idleMiB.toFixed(0)} MiB idle, ${busyMiB.toFixed(0)} MiB busy`,
);
for (const [name, used] of cpu) console.log(`${name}: ${(used / seconds).toFixed(2)} cores`);
clearInterval(looking);
await closeRedis(redis);
await platform.stop();
rmSync(dataDir, { recursive: true, force: true });
