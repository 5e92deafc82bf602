import { legalGameMoves, newGame, parseFen } from '@doushouqi/rules';
import { afterEach, expect, test, vi } from 'vitest';
import { createEngine, type EnginePort } from './index.ts';
import type { EngineReply, EngineRequest } from './messages.ts';
import { nodePort } from './node.ts';

/** A worker that answers nothing by itself. */
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

test('a worker that never gets ready is given up after 50 looks, 100 ms apart', async () => {
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

test('a worker that got ready in time is not given up', () => {
  vi.useFakeTimers();
  const port = new SilentPort();
  void createEngine(() => port).analyze(newGame(), {});
  port.answer({ type: 'ready' });
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  expect(port.terminated).toBe(false);
});

test('a fall rejects what waits, and the next request starts another worker', async () => {
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

test('WASM that cannot be loaded rejects, and a good worker takes over', async () => {
  const broken = createEngine(nodePort, { wasm: new Uint8Array([0, 97, 115, 109]) });
  await expect(broken.analyze(newGame(), {})).rejects.toMatchObject({ code: 'CRASHED' });
  broken.close();
});

test('the table of known positions can be made larger and smaller between searches', async () => {
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

test('a new request stops the running one, and each resolves', async () => {
  const game = newGame();
  const infos = await Promise.all([
    engine.analyze(game, {}),
    engine.analyze(game, {}),
    engine.choose(game, 1, 7),
  ]);
  for (const { lines } of infos) expect(legalGameMoves(game)).toContainEqual(lines[0]?.move);
});

test('stop resolves with what was found', async () => {
  const found = engine.analyze(newGame(), { lines: 3 }, () => engine.stop());
  expect((await found).lines).toHaveLength(3);
});

test('a game that is over has no moves', async () => {
  const position = parseFen('3R3/7/7/7/7/7/7/7/1r5 b');
  if (!position.ok) throw new Error(position.error.code);
  await expect(engine.analyze(newGame(undefined, position.value), {})).rejects.toMatchObject({
    code: 'NO_MOVES',
  });
});
