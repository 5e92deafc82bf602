import { outcome, plyCount } from '@doushouqi/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moveOf } from '../../../test/rooms.ts';
import { KEYS, type KeyStore, safeStorage } from '../../client/storage.ts';
import type { GameNotice } from '../../game/controller.ts';
import { formatLocal, parseLocal } from '../../shared/device-games/saved-games.ts';
import { LocalGame } from './local-game.ts';

function memory(): KeyStore {
  return safeStorage(() => {
    throw new Error('closed');
  });
}

function open(storage: KeyStore = memory()) {
  let ids = 0;
  const game = new LocalGame({ storage, now: () => 1_000, randomId: () => `g${ids++}` });
  const move = (text: string): void => game.move(moveOf(text).from, moveOf(text).to);
  return { game, storage, move, state: () => game.store.getState() };
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

describe('the stored text', () => {
  const { move, state } = open();
  move('a1b1');
  const good = JSON.parse(formatLocal(state().data));

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
