import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, test } from 'vitest';

const FIXTURE = new URL('./fixtures/service.ts', import.meta.url).pathname;

type Line = Record<string, unknown>;
type Fixture = {
  child: ChildProcess;
  lines: Line[];
  until(event: string): Promise<Line>;
  exit: Promise<number>;
};

let running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  running = [];
});

function launch(env: Record<string, string> = {}): Fixture {
  const child = spawn(process.execPath, [FIXTURE], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  running.push(child);
  const lines: Line[] = [];
  const waiting: { event: string; resolve: (line: Line) => void }[] = [];
  createInterface({ input: child.stdout! }).on('line', (text) => {
    const line = JSON.parse(text) as Line;
    lines.push(line);
    for (const { event, resolve } of waiting) if (line.event === event) resolve(line);
  });
  const until = (event: string) => {
    const found = lines.find((line) => line.event === event);
    return found ? Promise.resolve(found) : new Promise<Line>((resolve) => waiting.push({ event, resolve }));
  };
  const exit = once(child, 'close').then(([code]) => code as number);
  return { child, lines, until, exit };
}

function fetchKeptAlive(url: string, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve(text));
    }).on('error', reject);
  });
}

function events(lines: Line[]) {
  return lines.flatMap(({ event }) => (event === undefined ? [] : [event]));
}

describe('runService', () => {
  test('reports an unknown log level by name, without a stack', async () => {
    const child = spawn(process.execPath, [FIXTURE], { env: { ...process.env, LOG_LEVEL: 'loud' } });
    running.push(child);
    let output = '';
    child.stderr.on('data', (data) => {
      output += data;
    });
    const [code] = await once(child, 'close');
    expect([code, output]).toEqual([1, expect.stringMatching(/^environment: LOG_LEVEL is wrong: .*\n$/)]);
  });

  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s: finishes open requests, closes server and stores in that order, exits 0',
    async (signal) => {
      const service = launch();
      const { port } = await service.until('ready');
      const agent = new Agent({ keepAlive: true });
      const answers = [fetchKeptAlive(`http://127.0.0.1:${port}/slow`, agent)];
      await service.until('slow-begun');
      answers.push(fetchKeptAlive(`http://127.0.0.1:${port}/`, agent));
      await answers[1];
      const begun = Date.now();
      service.child.kill(signal);
      expect(await service.exit).toBe(0);
      expect(await Promise.all(answers)).toEqual(['done', 'done']);
      expect(events(service.lines)).toEqual(['ready', 'slow-begun', 'server-closed', 'store-closed']);
      // Idle keep-alive connections stay open for 5 s unless they are closed.
      expect(Date.now() - begun).toBeLessThan(4_500);
      agent.destroy();
    },
  );

  test('a second signal exits at once', async () => {
    const service = launch({ MODE: 'stuck' });
    await service.until('ready');
    service.child.kill('SIGTERM');
    await service.until('store-closed');
    service.child.kill('SIGTERM');
    expect(await service.exit).toBe(1);
  });

  test('stops when its supervisor dies', async () => {
    const service = launch({ SUPERVISED: '1' });
    await service.until('ready');
    service.child.stdin!.destroy();
    expect(await service.exit).toBe(0);
    expect(events(service.lines)).toContain('store-closed');
  });

  test('logs the reason of a failed start and exits 1', async () => {
    const service = launch({ MODE: 'cannot-start' });
    expect(await service.exit).toBe(1);
    expect(service.lines.at(-1)).toMatchObject({
      level: 'fatal',
      msg: 'could not start: the store is on fire',
    });
  });

  test('logs a store that fails to close and exits 1', async () => {
    const service = launch({ MODE: 'close-fails' });
    await service.until('ready');
    service.child.kill('SIGTERM');
    expect(await service.exit).toBe(1);
    expect(service.lines).toContainEqual(expect.objectContaining({ step: 'store', level: 'error' }));
  });

  test('logs an unhandled rejection and exits 1', async () => {
    const service = launch();
    const { port } = await service.until('ready');
    await fetch(`http://127.0.0.1:${port}/reject`).catch(() => undefined);
    expect(await service.exit).toBe(1);
    expect(service.lines.at(-1)).toMatchObject({ level: 'fatal', msg: 'unhandled rejection' });
  });
});
