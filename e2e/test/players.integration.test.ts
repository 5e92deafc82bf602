import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runPlayers } from '@doushouqi/operations';
import type { RoomSnapshot } from '@doushouqi/protocol';
import { freePorts, randomOf, startPlatform } from '@doushouqi/scripts';
import { afterAll, expect, test } from 'vitest';

const dataDir = mkdtempSync(join(tmpdir(), 'doushouqi-players-'));
writeFileSync(join(dataDir, 'index.html'), '');
const [port = 0] = await freePorts(1);
const platform = await startPlatform({ dataDir, port, webDist: dataDir });
afterAll(async () => {
  await platform.stop();
  rmSync(dataDir, { recursive: true });
});

const bots: ChildProcess[] = [];
afterAll(() => {
  for (const bot of bots) bot.kill('SIGKILL');
});

test('the example of a bot plays against itself', async () => {
  const example = join(import.meta.dirname, '../../packages/room-client/example/bot.ts');
  const start = () =>
    spawn(process.execPath, [example, platform.url, 'example'], { stdio: ['ignore', 'ignore', 'inherit'] });
  bots.push(start(), start());
  const readPly = async (): Promise<number> => {
    const response = await fetch(`${platform.url}/api/games/rooms/example?view=compact`);
    return ((await response.json()) as Partial<RoomSnapshot>).ply ?? 0;
  };
  await expect.poll(readPly).toBeGreaterThan(8);
});

async function readMetric(metricsPort: number, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const [, value] = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text) ?? [];
  return Number(value ?? 0);
}

test('two guests play through the gateway and report success; an outage counts as a failure', async () => {
  const stop = new AbortController();
  const printed: string[] = [];
  const listening = Promise.withResolvers<number>();
  const options = { url: platform.url, port: 0, random: randomOf(1), now: Date.now, thinkMs: 20 };
  const ended = runPlayers(
    { ...options, signal: stop.signal, print: (line) => printed.push(line) },
    listening.resolve,
  );
  const metricsPort = await listening.promise;
  await expect
    .poll(() => readMetric(metricsPort, 'synthetic_move_duration_seconds_count'), { timeout: 20_000 })
    .toBeGreaterThan(10);
  expect(await readMetric(metricsPort, 'synthetic_last_success_timestamp_seconds')).toBeGreaterThan(
    Date.now() / 1_000 - 20,
  );
  expect(printed).toEqual([]);

  await platform.kill('gateway', 'SIGKILL');
  await expect
    .poll(() => readMetric(metricsPort, 'synthetic_failures_total'), { timeout: 20_000 })
    .toBeGreaterThan(0);
  expect(printed[0]).toMatch(/the synthetic players failed: (move|delivery|connect|room)/);
  stop.abort();
  await ended;
});
