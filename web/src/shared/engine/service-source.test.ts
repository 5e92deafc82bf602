import { newGame, play } from '@doushouqi/rules';
import { afterEach, describe, expect, test } from 'vitest';
import { playPicks } from '../../../test/studies.ts';
import { type KeyStore, safeStorage } from '../../client/storage.ts';
import { ChosenEngine } from './chosen.ts';
import { type CallService, ServiceGoneError, ServiceRefusedError } from './local-service.ts';
import { requestOf, serviceSource } from './service-source.ts';
import type { AnalysisSource, Found } from './source.ts';

const GAME = playPicks([1, 2, 3]);
const REPLY = { candidates: [{ move: 'a3b3', winrate: 61, line: ['a3b3', 'a7b7'] }], depth: 9, nodes: 1_000 };
const IN_PAGE: Found = { depth: 4, nodes: 10, lines: [] };

describe('the service as a source', () => {
  test('sends the whole game with its captures', () => {
    let game = newGame();
    const moves = ['g3f3', 'a7b7', 'f3f4', 'b7b6', 'f4e4', 'b6c6', 'e4d4', 'c6d6', 'd4d5', 'a9a8', 'd5d6'];
    const at = (text: string) => ({ x: 'abcdefg'.indexOf(text[0]!), y: 9 - Number(text[1]) });
    for (const text of moves) {
      const next = play(game, { from: at(text), to: at(text.slice(2)) });
      if (!next.ok) throw new Error(text);
      game = next.value;
    }
    expect(requestOf(game, 6)).toEqual({
      fen: expect.stringMatching(/ b$/),
      difficulty: 6,
      isFirstMove: false,
      lastMoves: [...moves.slice(0, -1), 'd5d6r'],
      rules: 'local-1:threefold+hundred-rounds',
    });
    expect(requestOf(newGame(), 3)).toMatchObject({ isFirstMove: true, lastMoves: [] });
  });

  test('deepens step by step and reports each result', async () => {
    const asked: unknown[] = [];
    const call: CallService = async (body) => {
      asked.push((body as { difficulty: number }).difficulty);
      return REPLY;
    };
    const received: Found[] = [];
    const found = await serviceSource(call).analyze(GAME, (one) => received.push(one));
    expect(asked).toEqual([3, 5, 6]);
    expect(received).toHaveLength(3);
    expect(found).toEqual({
      depth: 9,
      nodes: 1_000,
      lines: [
        {
          move: { from: { x: 0, y: 6 }, to: { x: 1, y: 6 } },
          rate: 61,
          score: null,
          pv: [
            { from: { x: 0, y: 6 }, to: { x: 1, y: 6 } },
            { from: { x: 0, y: 2 }, to: { x: 1, y: 2 } },
          ],
        },
      ],
    });
  });

  test('closes the request and returns its results when stopped', async () => {
    const call: CallService = (body, signal) =>
      (body as { difficulty: number }).difficulty === 3
        ? Promise.resolve(REPLY)
        : new Promise((_, reject) => signal.addEventListener('abort', () => reject(new ServiceGoneError())));
    const source = serviceSource(call);
    const found = source.analyze(GAME, () => source.stop());
    expect(await found).toMatchObject({ depth: 9 });
  });

  test.each([
    {},
    { candidates: [{ move: 'z9', winrate: 50 }] },
    { candidates: [{ move: 'a3b3', winrate: 500 }] },
  ])('ignores an invalid message: %j', async (reply) => {
    const source = serviceSource(async () => reply);
    await expect(source.analyze(GAME, () => undefined)).rejects.toThrow(ServiceGoneError);
  });
});

describe('the chosen engine', () => {
  const storage: KeyStore = safeStorage(() => {
    throw new Error('none');
  });
  afterEach(() => storage.removeItem('analysisEngine'));
  let answer: () => Promise<unknown> = async () => REPLY;
  const page: AnalysisSource = { analyze: async () => IN_PAGE, stop: () => undefined };
  const made = () => new ChosenEngine({ page, service: serviceSource(() => answer()) }, storage);
  const look = (engine: ChosenEngine) => engine.analyze(GAME, () => undefined);

  test('is the in-page engine until the user chooses another, and the choice is stored', async () => {
    const engine = made();
    expect(await look(engine)).toEqual(IN_PAGE);
    engine.choose('service');
    expect(await look(engine)).toMatchObject({ depth: 9 });
    expect(made().store.getState()).toMatchObject({ chosen: 'service' });
  });

  test('replaces a lost service at once, and restarts the analysis when the service is back', async () => {
    const engine = made();
    engine.choose('service');
    await look(engine);
    answer = () => Promise.reject(new ServiceGoneError());
    const before = engine.store.getState().epoch;
    expect(await look(engine)).toEqual(IN_PAGE);
    expect(engine.store.getState()).toEqual({ chosen: 'service', isThere: false, epoch: before });
    answer = async () => REPLY;
    expect(await look(engine)).toEqual(IN_PAGE);
    engine.received(true);
    expect(engine.store.getState()).toEqual({ chosen: 'service', isThere: true, epoch: before + 1 });
    expect(await look(engine)).toMatchObject({ depth: 9 });
  });

  test('does not count a refusal as a loss', async () => {
    const engine = made();
    engine.choose('service');
    answer = () => Promise.reject(new ServiceRefusedError('BUSY'));
    await expect(look(engine)).rejects.toThrow('BUSY');
    expect(engine.store.getState().isThere).not.toBe(false);
  });
});
