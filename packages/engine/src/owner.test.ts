import { legalGameMoves, newGame, parseFen } from '@doushouqi/rules';
import { afterEach, expect, test, vi } from 'vitest';
import { createEngine, type EnginePort } from './index.ts';
import type { EngineReply, EngineRequest } from './messages.ts';
import { nodePort } from './node.ts';

/** A worker that never replies by itself. */
class SilentPort implements EnginePort {
  onmessage: EnginePort['onmessage'] = null;
  onerror: EnginePort['onerror'] = null;
  readonly received: EngineRequest[] = [];
  terminated = false;

  postMessage(message: EngineRequest): void {
    this.received.push(message);
  }
  terminate(): void {
    this.terminated = true;
  }
  answer(reply: EngineReply): void {
    this.onmessage?.({ data: reply });
  }
}

test('gives up a worker that is not ready after 50 checks, 100 ms apart', async () => {
  vi.useFakeTimers();
  const port = new SilentPort();
  const engine = createEngine(() => port);
  const outcome = engine.analyze(newGame(), {}).catch((error: unknown) => error);
  vi.advanceTimersByTime(4_999);
  expect(port.terminated).toBe(false);
  vi.advanceTimersByTime(1);
  vi.useRealTimers();
  expect(await outcome).toMatchObject({ code: 'LOAD_TIMEOUT', message: 'WASM module load timeout' });
  expect(port.terminated).toBe(true);
});

test('does not give up a worker that is ready in time', () => {
  vi.useFakeTimers();
  const port = new SilentPort();
  void createEngine(() => port).analyze(newGame(), {});
  port.answer({ type: 'ready' });
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  expect(port.terminated).toBe(false);
});

test('rejects pending requests after a crash and starts another worker for the next request', async () => {
  const ports: SilentPort[] = [];
  const engine = createEngine(() => {
    ports.push(new SilentPort());
    return ports.at(-1)!;
  });
  const lost = engine.analyze(newGame(), {});
  ports[0]?.answer({ type: 'failed', message: 'unreachable' });
  await expect(lost).rejects.toMatchObject({ code: 'CRASHED', message: 'unreachable' });
  expect(ports[0]?.terminated).toBe(true);
  const lostToo = engine.analyze(newGame(), {});
  ports[1]?.onerror?.({ message: 'gone' });
  await expect(lostToo).rejects.toMatchObject({ code: 'CRASHED' });
  expect(ports).toHaveLength(2);
});

test('rejects if the WASM cannot be loaded, then uses a good worker', async () => {
  const broken = createEngine(nodePort, { wasm: new Uint8Array([0, 97, 115, 109]) });
  await expect(broken.analyze(newGame(), {})).rejects.toMatchObject({ code: 'CRASHED' });
  broken.close();
});

test('resizes the hash table between searches', async () => {
  const engine = createEngine(nodePort);
  engine.resizeHash(1);
  const small = await engine.analyze(newGame(), { nodes: 20_000 });
  engine.resizeHash(32);
  const large = await engine.analyze(newGame(), { nodes: 20_000 });
  engine.close();
  expect(large.lines).toEqual(small.lines);
});

const engine = createEngine(nodePort);
afterEach(() => engine.close());

test('finds the move that enters the den', async () => {
  const position = parseFen('7/3R3/7/7/7/7/7/7/1r5 w');
  if (!position.ok) throw new Error(position.error.code);
  const { lines } = await engine.analyze(newGame(undefined, position.value), { depth: 3 });
  expect(lines[0]).toMatchObject({ move: { to: { x: 3, y: 0 } }, score: { kind: 'win', plies: 1 } });
});

test('stops the running request when a new one arrives, and resolves both', async () => {
  const game = newGame();
  const infos = await Promise.all([
    engine.analyze(game, {}),
    engine.analyze(game, {}),
    engine.choose(game, 1, 7),
  ]);
  for (const { lines } of infos) expect(legalGameMoves(game)).toContainEqual(lines[0]?.move);
});

test('resolves with the results so far after stop', async () => {
  const found = engine.analyze(newGame(), { lines: 3 }, () => engine.stop());
  expect((await found).lines).toHaveLength(3);
});

test('returns no moves for a game that is over', async () => {
  const position = parseFen('3R3/7/7/7/7/7/7/7/1r5 b');
  if (!position.ok) throw new Error(position.error.code);
  await expect(engine.analyze(newGame(undefined, position.value), {})).rejects.toMatchObject({
    code: 'NO_MOVES',
  });
});
