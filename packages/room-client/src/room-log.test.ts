import type { TableChoices } from '@doushouqi/protocol';
import { describe, expect, it } from 'vitest';
import { BLUE, headerOf, RED } from '../testing/rooms.ts';
import { logEntriesOf, logged } from './room-log.ts';

const waiting = headerOf({ gameId: null, players: [RED], status: 'waiting', lastMoveTime: null });
const playing = headerOf();
const over = headerOf({ status: 'over', winner: 'blue', endReason: 'SURRENDER' });
const aborted = headerOf({ kind: 'rated', status: 'aborted', abortedBy: RED, lastMoveTime: null });

const CHOICES: TableChoices = {
  color: 'red',
  undo: false,
  spectators: true,
  start: '7/7/3r3/7/7/7/7/3R3/7 b',
};

describe('happenings', () => {
  it.each([
    [
      'the first snapshot of a running game',
      null,
      playing,
      [
        { kind: 'entered', by: RED },
        { kind: 'entered', by: BLUE },
        { kind: 'started', first: 'red' },
      ],
    ],
    [
      'a second player',
      waiting,
      playing,
      [
        { kind: 'entered', by: BLUE },
        { kind: 'started', first: 'red' },
      ],
    ],
    [
      'the choices of the creator',
      waiting,
      headerOf({ table: CHOICES }),
      [
        { kind: 'entered', by: BLUE },
        { kind: 'started', first: 'blue' },
        { kind: 'choices', table: CHOICES },
      ],
    ],
    ['the end', playing, over, [{ kind: 'ended', winner: 'blue' }]],
    ['nothing new after the end', over, { ...over, lastMoveTime: null }, []],
    ['a game aborted before its start', playing, aborted, [{ kind: 'aborted' }]],
    ['a spectator after an aborted game', aborted, { ...aborted, spectators: ['c'] }, []],
    [
      'a rematch offer after an aborted game',
      aborted,
      { ...aborted, resetRequester: RED, lastAction: { type: 'reset_requested', by: RED } },
      [{ kind: 'asked', offer: 'reset', over: true, by: RED }],
    ],
    ['a player who leaves', over, { ...over, departed: [RED] }, [{ kind: 'left', by: RED }]],
    ['spectators', playing, { ...playing, spectators: ['c'] }, []],
    [
      'a rematch',
      { ...over, resetRequester: RED },
      headerOf({ gameId: 'g2', lastAction: { type: 'reset_accepted', by: BLUE } }),
      [
        { kind: 'accepted', offer: 'reset', over: true, by: BLUE },
        { kind: 'started', first: 'red' },
      ],
    ],
    [
      'an offer',
      playing,
      headerOf({ drawRequester: RED, lastAction: { type: 'draw_requested', by: RED } }),
      [{ kind: 'asked', offer: 'draw', over: false, by: RED }],
    ],
    [
      'a refusal',
      headerOf({ drawRequester: RED }),
      headerOf({ lastAction: { type: 'draw_declined', by: BLUE } }),
      [{ kind: 'rejected', offer: 'draw', over: false, by: BLUE }],
    ],
    [
      'a withdrawn offer',
      headerOf({ drawRequester: RED }),
      headerOf({ lastAction: { type: 'draw_declined', by: RED } }),
      [{ kind: 'withdrawn', offer: 'draw', over: false, by: RED }],
    ],
    [
      'an old action',
      headerOf({ lastAction: { type: 'undo_accepted', by: RED } }),
      headerOf({ lastAction: { type: 'undo_accepted', by: RED }, spectators: ['c'] }),
      [],
    ],
  ] as const)('%s', (_, before, after, entries) => {
    expect(logEntriesOf(before as typeof playing | null, after as typeof playing)).toEqual(entries);
  });
});

describe('logged', () => {
  it('returns the same object while nothing happens', () => {
    const log = logged([], null, playing, { v: 2, at: 5 });
    expect(logged(log, playing, { ...playing, spectators: ['c'] }, { v: 3, at: 6 })).toBe(log);
  });

  it('gives every entry a unique key and drops the oldest', () => {
    let log = logged([], null, playing, { v: 0, at: 0 });
    for (let v = 1; v < 300; v++) {
      log = logged(log, v % 2 ? playing : over, v % 2 ? over : { ...playing, gameId: `g${v}` }, { v, at: v });
    }
    expect(log.length).toBe(100);
    expect(new Set(log.map(({ id }) => id)).size).toBe(100);
    expect(log.at(-1)).toMatchObject({ kind: 'ended', at: 299 });
  });
});
