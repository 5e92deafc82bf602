import { createEngine, type Engine, type EngineLine, type SearchInfo } from '@doushouqi/engine';
import { nodePort } from '@doushouqi/engine/node';
import { moveOf } from '@doushouqi/room-client/testing';
import { legalGameMoves, newGame, outcome, parseFen, plyCount, startFen } from '@doushouqi/rules';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { KEYS } from '../../client/storage.ts';
import type { GameNotice } from '../../game/controller.ts';
import {
  type AiSetting,
  beginAi,
  drawRefusal,
  HINTS,
  isComputersTurn,
} from '../../shared/device-games/ai-game-state.ts';
import { flagTime } from '../../shared/device-games/local-game-state.ts';
import { formatAi, loadAiGame, parseAi, startAi } from '../../shared/device-games/saved-games.ts';
import { AiGame, type AiState } from './ai-game.ts';

const engine = createEngine(nodePort);
afterAll(() => engine.close());

/** A rat of each side, blue to move. */
const POSITION = '7/7/3r3/7/7/7/7/3R3/7 b';
const SETTING: AiSetting = { level: 1, own: 'red', control: null, undo: true, hints: true };
const BLITZ = { initial: 2, increment: 1 };

function memory() {
  const entries = new Map<string, string>();
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
}

/** A game on its own device. Waits shorter than 1 s end at once; longer ones are in `waiting`. */
function open(change: Partial<AiSetting> = {}, storage = memory(), ownEngine: Engine = engine, random = 0) {
  let time = 1_000_000;
  let ids = 0;
  const waiting = new Map<() => void, number>();
  const deps = {
    storage,
    now: () => time,
    randomId: () => `game${ids++}`,
    random: () => random,
    engine: ownEngine,
    wait: (run: () => void, ms: number) => {
      if (ms < 1_000) queueMicrotask(run);
      else waiting.set(run, ms);
      return () => void waiting.delete(run);
    },
  };
  if (!loadAiGame(storage)) startAi(deps, { ...SETTING, ...change });
  const game = new AiGame(deps, loadAiGame(storage)!);
  const state = () => game.store.getState();
  const pass = (ms: number): void => {
    time += ms;
    for (const [run, at] of waiting) if (at <= ms) run();
  };
  return { game, state, storage, waiting, pass };
}

/** Resolves to the first state for which `holds` returns true. */
function until({ store }: AiGame, holds: (state: AiState) => boolean): Promise<AiState> {
  return new Promise((resolve) => {
    const look = (): void => {
      const state = store.getState();
      if (!holds(state)) return;
      silence();
      resolve(state);
    };
    const silence = store.subscribe(look);
    look();
  });
}

function plies(count: number): (state: AiState) => boolean {
  return ({ game }) => plyCount(game) === count;
}

function lineOf(text: string): EngineLine {
  const move = moveOf(text);
  return { move, score: { kind: 'cp', value: 0 }, pv: [move] };
}

function play(game: AiGame, text: string): void {
  const { from, to } = moveOf(text);
  game.move(from, to);
}

describe('the computer', () => {
  it('answers a move, and gives the same answer after a reload', async () => {
    const { game, storage } = open();
    const stop = game.start();
    play(game, 'a1b1');
    expect(loadAiGame(storage)?.local.moveTimes).toHaveLength(1);
    const interrupted = storage.getItem(KEYS.aiGame)!;
    const answered = await until(game, plies(2));
    expect(answered.thinking).toMatchObject({ phase: 'idle', took: 0 });
    stop();

    storage.setItem(KEYS.aiGame, interrupted);
    const again = open({}, storage);
    again.game.start();
    expect((await until(again.game, plies(2))).game).toEqual(answered.game);
  });

  it('is loaded before it is needed', async () => {
    const { game, state } = open();
    game.start();
    expect(state().thinking).toEqual({ phase: 'loading' });
    await until(game, ({ thinking }) => thinking.phase === 'idle');
  });

  it('moves first when the user has blue, and the user cannot move its pieces', async () => {
    const { game, state } = open({ own: 'blue' });
    expect(state()).toMatchObject({ own: 'blue', movers: ['blue'] });
    play(game, 'a1b1');
    expect(plyCount(state().game)).toBe(0);
    game.start();
    await until(game, plies(1));
  });

  it('plays until a side has won, or the game is drawn', async () => {
    const { game } = open({ level: 3 });
    game.start();
    for (let ply = 0; ; ply += 2) {
      const state = await until(game, (one) => one.status === 'over' || plies(ply)(one));
      if (state.status === 'over') break;
      const moves = legalGameMoves(state.game);
      game.move(moves[0]!.from, moves[0]!.to);
    }
    expect(outcome(game.store.getState().game).winner).not.toBe(-1);
  });

  it('reports why it cannot move, and retries on request', async () => {
    const fallen = createEngine(nodePort, { wasm: new Uint8Array([0, 97, 115, 109]) });
    const own: Engine = {
      ...fallen,
      analyze: fallen.analyze.bind(fallen),
      choose: fallen.choose.bind(fallen),
    };
    const { game, state } = open({}, memory(), own);
    game.start();
    play(game, 'a1b1');
    await until(game, ({ thinking }) => thinking.phase === 'failed');
    expect(state().thinking).toEqual({ phase: 'failed', trouble: 'CRASHED' });
    own.choose = engine.choose.bind(engine);
    game.retry();
    await until(game, plies(2));
    fallen.close();
  });
});

describe('the pace', () => {
  /**
   * A game of level 4 with the longest thinking time, after a move of the user; the engine returns g9f9 on `stop`.
   */
  async function slow() {
    const found: SearchInfo = { depth: 1, nodes: 1, lines: [lineOf('g9f9')] };
    const { promise, resolve } = Promise.withResolvers<SearchInfo>();
    const stop = vi.fn(() => resolve(found));
    const partial: SearchInfo = { depth: 3, nodes: 900, lines: [lineOf('a9b9')] };
    const choose: Engine['choose'] = (_game, _level, _seed, onInfo) => {
      onInfo?.(partial);
      return promise;
    };
    const fake = { analyze: async () => found, choose, stop } as Partial<Engine> as Engine;
    const one = open({ level: 4 }, memory(), fake, 0.999);
    one.game.start();
    await until(one.game, ({ thinking }) => thinking.phase === 'idle');
    play(one.game, 'a1b1');
    return { ...one, stop, partial, found };
  }

  it('delays the move of a finished search until the thinking time is over', async () => {
    const { game, state, stop, waiting, pass } = await slow();
    stop();
    const [time] = waiting.values();
    expect(time).toBeGreaterThan(1_000);
    expect(plyCount(state().game)).toBe(1);
    pass(time!);
    expect((await until(game, plies(2))).thinking).toEqual({ phase: 'idle', took: time });
  });

  it('shows the search while it runs, and its result until the move is made', async () => {
    const { game, state, stop, partial, found } = await slow();
    await until(game, ({ thinking }) => thinking.phase === 'thinking' && thinking.info !== null);
    expect(state().thinking).toEqual({ phase: 'thinking', info: partial });
    stop();
    await until(game, ({ thinking }) => thinking.phase === 'thinking' && thinking.info !== partial);
    expect(state().thinking).toEqual({ phase: 'thinking', info: found });
  });

  it('ends early on request of the user, together with the search', async () => {
    const { game, stop } = await slow();
    game.moveNow();
    await until(game, plies(2));
    expect(stop).toHaveBeenCalledOnce();
    game.moveNow();
    expect(stop).toHaveBeenCalledOnce();
  });
});

describe('an undo', () => {
  it('also removes the answer, and cancels the search', async () => {
    const { game, state } = open();
    game.start();
    play(game, 'a1b1');
    await until(game, plies(2));
    play(game, 'g1f1');
    expect(plyCount(state().game)).toBe(3);
    game.takeBack();
    expect(state()).toMatchObject({ thinking: { phase: 'idle' } });
    expect(plyCount(state().game)).toBe(2);
    game.takeBack();
    expect(plyCount(state().game)).toBe(0);
    game.takeBack();
    expect(plyCount(state().game)).toBe(0);
  });

  it('is refused if the settings forbid it, and keeps the first move of the computer', async () => {
    const off = open({ undo: false });
    play(off.game, 'a1b1');
    off.game.takeBack();
    expect(plyCount(off.state().game)).toBe(1);
    const blue = open({ own: 'blue' });
    blue.game.start();
    await until(blue.game, plies(1));
    blue.game.takeBack();
    expect(plyCount(blue.state().game)).toBe(1);
  });
});

describe('a hint', () => {
  it('shows a legal move until the next one, three times per game', async () => {
    const { game, state } = open();
    for (let used = 1; used <= HINTS; used++) {
      await game.hint();
      const { hint, data } = state();
      expect(data.hintsUsed).toBe(used);
      if (hint?.phase !== 'given') throw new Error('no hint');
      expect(legalGameMoves(state().game)).toContainEqual(expect.objectContaining(hint.line.move));
    }
    await game.hint();
    expect(state().data.hintsUsed).toBe(HINTS);
    play(game, 'a1b1');
    expect(state().hint).toBeNull();
  });

  it('does not count if it is closed before it is computed', async () => {
    const { game, state } = open();
    const asked = game.hint();
    game.closeHint();
    await asked;
    expect(state()).toMatchObject({ hint: null, data: { hintsUsed: 0 } });
  });
});

describe('the clock', () => {
  it('starts with the first move, and ends the game of the side without time', async () => {
    const never = () => new Promise<SearchInfo>(() => {});
    const silent: Engine = { ...engine, analyze: never, choose: never };
    const { game, state, waiting, pass } = open({ control: BLITZ, own: 'red' }, memory(), silent);
    game.start();
    expect(waiting.size).toBe(0);
    play(game, 'a1b1');
    expect(state().clock).toMatchObject({ timeLeft: { red: 121_000, blue: 120_000 }, turn: 'blue' });
    pass(120_000);
    expect(outcome(state().game)).toMatchObject({ winner: 'red', endReason: 'TIME_UP' });
    expect(state().clock).toMatchObject({ timeLeft: { blue: 0 }, lastMoveTime: null });
    expect(waiting.size).toBe(0);
  });

  it('excludes the time in which the page was closed', () => {
    const storage = memory();
    const first = open({ control: BLITZ }, storage);
    play(first.game, 'a1b1');
    const { local, ...rest } = loadAiGame(storage)!;
    const closed = { ...local, clock: { ...local.clock!, lastMoveTime: 5 } };
    storage.setItem(KEYS.aiGame, formatAi({ ...rest, local: closed }));
    expect(flagTime(open({}, storage).state().data.local)).toBe(1_120_000);
  });
});

it('resigning makes the computer win, and the next game has the same settings', () => {
  const { game, state } = open({ level: 4, own: 'blue' });
  game.surrender();
  expect(outcome(state().game)).toMatchObject({ winner: 'red', endReason: 'SURRENDER' });
  game.reset();
  expect(state()).toMatchObject({ status: 'playing', own: 'blue', data: { setting: { level: 4 } } });
});

describe('a draw offer', () => {
  /** An engine that values every position alike, from the view of the user. */
  const valuing = (value: number) => {
    const [move] = legalGameMoves(newGame());
    const lines = [{ move: move!, score: { kind: 'cp', value } as const, pv: [] }];
    const engine = { analyze: async () => ({ depth: 1, nodes: 1, lines }) } as unknown as Engine;
    return engine;
  };

  it('ends the game if the computer stands worse, and is counted', async () => {
    const { game, state, pass } = open({}, memory(), valuing(300));
    const answer = game.offerDraw();
    expect(state().isOfferingDraw).toBe(true);
    pass(2_000);
    expect(await answer).toBe(true);
    expect(outcome(state().game)).toMatchObject({ winner: 'draw', endReason: 'DRAW_AGREED' });
  });

  it('is declined if the computer stands better, and then rests for ten plies, also after a reload', async () => {
    const storage = memory();
    const { game, state, pass } = open({}, storage, valuing(-300));
    const answer = game.offerDraw();
    pass(2_000);
    expect([await answer, state().status, state().isOfferingDraw]).toEqual([false, 'playing', false]);
    expect(drawRefusal(loadAiGame(storage)!)).toBe('DRAW_ASKED');
    expect(await game.offerDraw()).toBeNull();
  });
});

it('starts and restarts from a position, which its stored text has', () => {
  const storage = memory();
  const start = parseFen(POSITION);
  if (!start.ok) throw new Error('unreadable');
  storage.setItem(KEYS.aiGame, formatAi(beginAi('g', { ...SETTING, own: 'blue' }, start.value)));
  const stored = loadAiGame(storage)!;
  expect([startFen(stored.local.game), isComputersTurn(stored)]).toEqual([POSITION, false]);
  const { game, state } = open({}, storage);
  game.surrender();
  game.reset();
  expect(startFen(state().game)).toBe(POSITION);
});

it('refuses a move against the rules with the reason', () => {
  const { game } = open();
  const received: GameNotice[] = [];
  game.listen((notice) => received.push(notice));
  play(game, 'a1a5');
  expect(received).toMatchObject([{ kind: 'refused', message: '虎只能走一格，或跳过河' }]);
});

it('another window shows the changes of this one', () => {
  const storage = memory();
  const [one, two] = [open({}, storage), open({}, storage)];
  play(one.game, 'a1b1');
  two.game.refresh();
  expect(two.state().game).toEqual(one.state().game);
});

describe('the stored text', () => {
  const good = (): Record<string, unknown> =>
    JSON.parse(open({ control: BLITZ }).storage.getItem(KEYS.aiGame)!);
  it('restores the same game', () => {
    const text = JSON.stringify(good());
    expect(formatAi(parseAi(text)!)).toBe(text);
  });
  it('of an older game has full clocks', () => {
    const { clock: _, control: __, ...local } = JSON.parse(String(good().local));
    expect(parseAi(JSON.stringify({ ...good(), local: JSON.stringify(local) }))?.local.clock).toEqual({
      control: BLITZ,
      timeLeft: { red: 120_000, blue: 120_000 },
      lastMoveTime: null,
    });
  });
  it.each([
    ['no text', { local: 7 }],
    ['no game', { local: '{}' }],
    ['no level', { setting: { ...SETTING, level: 6 } }],
    ['no side', { setting: { ...SETTING, own: 'draw' } }],
    ['another clock', { setting: { ...SETTING, control: { initial: 9_999, increment: 0 } } }],
    ['too many hints', { hintsUsed: HINTS + 1 }],
    ['an impossible offer', { drawOfferedAt: -1 }],
    ['too long a text', { more: 'x'.repeat(130_001) }],
  ])('%s is no game', (_, change) => {
    expect(parseAi(JSON.stringify({ ...good(), ...change }))).toBeNull();
  });
});
