import { moveOf } from '@doushouqi/room-client/testing';
import { outcome, plyCount } from '@doushouqi/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KEYS, type KeyStore, safeStorage } from '../../client/storage.ts';
import type { GameNotice } from '../../game/controller.ts';
import { formatLocal, parseLocal } from '../../shared/device-games/saved-games.ts';
import { LocalGame } from './local-game.ts';

function memory(): KeyStore {
  return safeStorage(() => {
    throw new Error('closed');
  });
}

function open(storage: KeyStore = memory(), time = 1_000) {
  let ids = 0;
  let now = time;
  const waiting = new Map<() => void, number>();
  const wait = (run: () => void, ms: number) => {
    waiting.set(run, ms);
    return () => void waiting.delete(run);
  };
  const game = new LocalGame({ storage, now: () => now, wait, randomId: () => `g${ids++}` });
  const move = (text: string): void => game.move(moveOf(text).from, moveOf(text).to);
  /** Lets time pass; timers run as if the browser had waited until now. */
  const pass = (ms: number): void => {
    now += ms;
    for (const [run] of [...waiting]) {
      waiting.delete(run);
      run();
    }
  };
  return { game, storage, move, waiting, pass, state: () => game.store.getState() };
}

describe('the game of a device', () => {
  it('starts with red to move and no side of its own', () => {
    expect(open().state()).toMatchObject({
      status: 'playing',
      own: null,
      movers: ['red', 'blue'],
      gameId: 'g0',
    });
  });

  it('continues after a reload', () => {
    const { storage, move, state } = open();
    move('a1b1');
    move('a9b9');
    expect(open(storage).state()).toEqual(state());
  });

  it('stays over after a reload', () => {
    const { game, storage, move } = open();
    move('a1b1');
    game.surrender('blue');
    const again = open(storage).state();
    expect([again.status, outcome(again.game).winner]).toEqual(['over', 'red']);
  });

  it('starts with another id at a reset', () => {
    const { game, move, state } = open();
    move('a1b1');
    game.reset();
    expect(plyCount(state().game)).toBe(0);
    expect(state().gameId).toBe('g1');
  });

  it('gives the reason for a refused move, and changes nothing', () => {
    const { game, move, state } = open();
    const received: GameNotice[] = [];
    game.listen((notice) => received.push(notice));
    const before = state();
    move('b2b4');
    expect(received).toMatchObject([{ kind: 'refused', message: '只能走一格', from: moveOf('b2b4').from }]);
    expect(state()).toBe(before);
  });

  it('is the same in another window', () => {
    const one = open();
    one.move('a1b1');
    const other = open(one.storage);
    other.move('a9b9');
    one.game.refresh();
    expect(one.state()).toEqual(other.state());
    const known = one.state();
    one.game.refresh();
    expect(one.state()).toBe(known);
    one.storage.setItem(KEYS.localGame, 'nonsense');
    one.game.refresh();
    expect(plyCount(one.state().game)).toBe(2);
  });
});

describe('the clock', () => {
  const BLITZ = { initial: 2, increment: 1 };

  function timed(storage?: KeyStore) {
    const one = open(storage);
    one.game.set({ control: BLITZ });
    one.game.start();
    return one;
  }

  it('ends the game of the side without time, also if a timer fires early', () => {
    const { move, waiting, pass, state } = timed();
    expect(waiting.size).toBe(0);
    move('a1b1');
    expect(state().clock).toMatchObject({ timeLeft: { red: 121_000 }, lastMoveTime: 1_000, turn: 'blue' });
    pass(119_999);
    expect([state().status, [...waiting.values()]]).toEqual(['playing', [1]]);
    pass(1);
    expect(outcome(state().game)).toMatchObject({ winner: 'red', endReason: 'TIME_UP' });
    expect([state().status, waiting.size]).toEqual(['over', 0]);
  });

  it('waits only while the page shows the game', () => {
    const { game, move, waiting } = timed();
    move('a1b1');
    game.start()();
    expect(waiting.size).toBe(0);
  });

  it('excludes the time in which the page was closed, in all windows', () => {
    const { storage, move } = timed();
    move('a1b1');
    const later = open(storage, 900_000);
    later.game.start();
    expect(later.state()).toMatchObject({ status: 'playing', clock: { lastMoveTime: 900_000 } });
    later.game.refresh();
    const other = open(storage, 900_500);
    other.game.start();
    later.game.refresh();
    expect(later.state().clock).toMatchObject({ lastMoveTime: 900_500 });
  });

  it('is chosen for the next game while one runs', () => {
    const { game, move, state } = open();
    move('a1b1');
    game.set({ control: BLITZ });
    expect(state().clock).toBeNull();
    game.reset();
    expect(state().clock).toMatchObject({ control: BLITZ, lastMoveTime: null });
  });
});

describe('the stored text', () => {
  const { move, state } = open();
  move('a1b1');
  const good = JSON.parse(formatLocal(state().data));
  const CLOCK = {
    control: { initial: 5, increment: 3 },
    timeLeft: { player1: 1, player2: 2 },
    lastMoveTime: null,
  };

  it('of an older game has no clock', () => {
    const { control: _, clock: __, ...older } = good;
    expect(parseLocal(JSON.stringify(older))).toEqual(state().data);
    expect(parseLocal(JSON.stringify({ ...good, clock: CLOCK }))?.clock?.timeLeft).toEqual({
      red: 1,
      blue: 2,
    });
  });

  it.each([
    ['nothing', null],
    ['no JSON', '{"id":'],
    ['a number', '7'],
    ['a list', '[]'],
    ['null', 'null'],
    ['another record', { ...good, record: '000190111' }],
    ['a record that is no text', { ...good, record: 7 }],
    ['an impossible result', { ...good, record: `${good.record.slice(0, 4)}11${good.record.slice(6)}` }],
    ['unknown rules', { ...good, ruleSet: 'local-9' }],
    ['no rules', { ...good, rules: null }],
    ['half the rules', { ...good, rules: { sevenThree: true } }],
    ['no id', { ...good, id: '' }],
    ['a long id', { ...good, id: 'x'.repeat(25) }],
    ['a broken version', { ...good, version: 1.5 }],
    ['more times than moves', { ...good, moveTimes: [0, 1] }],
    ['decreasing times', { ...good, moveTimes: [-1] }],
    ['times that are no numbers', { ...good, moveTimes: ['0'] }],
    ['no start time', { ...good, startTime: null }],
    ['a time control out of bounds', { ...good, control: { initial: 61, increment: 0 } }],
    ['a clock without a time control', { ...good, clock: { ...CLOCK, control: null } }],
    ['a clock without times', { ...good, clock: { ...CLOCK, timeLeft: null } }],
    ['negative times left', { ...good, clock: { ...CLOCK, timeLeft: { player1: -1, player2: 0 } } }],
    ['a clock that started never', { ...good, clock: { ...CLOCK, lastMoveTime: 'now' } }],
    ['too long a text', { ...good, more: 'x'.repeat(60_001) }],
  ])('%s is no game', (_, found) => {
    expect(
      parseLocal(found === null || typeof found === 'string' ? found : JSON.stringify(found)),
    ).toBeNull();
  });

  it('never breaks the page', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const { storage } = open();
        storage.setItem(KEYS.localGame, text);
        expect(plyCount(open(storage).state().game)).toBe(0);
      }),
    );
  });
});
