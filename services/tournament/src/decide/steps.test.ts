import { gameTimeMs, HOUSE_BOTS } from '@doushouqi/protocol';
import type { TournamentEvent, TournamentKind } from '@doushouqi/tournament';
import { describe, expect, test } from 'vitest';
import { enter, newBook } from '../store/book.ts';
import { arenaEnd, BOT_AFTER_MS, botEntries, RETURN_WAIT_MS, waitingPlayers, waveOf } from './arena.ts';
import { checkIn, join, leave, pause, withoutCheckIn } from './entry.ts';
import { gameEnd, notBegun } from './game-end.ts';
import { dueRound, roundEnd, roundStart } from './swiss.ts';
import { endOf, nextRoundAt } from './times.ts';

const START = 1_000_000;
const MINUTE = 60_000;
const COMMON = {
  startsAt: START,
  timeControl: { initial: 5, increment: 3 },
  breakMs: 60_000,
  checkIn: false,
};
const ARENA = { ...COMMON, kind: 'arena' as const, minutes: 30, rounds: null };
const SWISS = { ...COMMON, kind: 'swiss' as const, minutes: null, rounds: 3 };

function bookOf(kind: TournamentKind, events: readonly TournamentEvent[]) {
  const book = newBook('t', kind);
  for (const event of events) enter(book, event);
  return book;
}
function joined(player: string, at = 0, rating = 1_500): TournamentEvent {
  return { kind: 'joined', player, rating, at };
}
const STARTED: TournamentEvent = { kind: 'started', at: START };
function paired(game: string, red: string, blue: string, round?: number): TournamentEvent {
  return { kind: 'paired', game, red, blue, at: START, ...(round !== undefined && { round }) };
}
function ids() {
  let n = 0;
  return () => {
    n += 1;
    return `g${n}`;
  };
}
const ENDED = {
  gameId: 'g',
  winner: 1,
  endReason: 'DEN_CAPTURED',
  moveTimes: [1, 2],
  endTime: START + 9,
} as const;

describe('the end of a game', () => {
  const book = bookOf('arena', [joined('a'), joined('b'), STARTED, paired('g', 'a', 'b')]);

  test('counts its half-moves and its winner', () => {
    expect(gameEnd(book, ENDED)).toEqual([
      {
        kind: 'finished',
        game: 'g',
        winner: 'red',
        plies: 2,
        endReason: 'DEN_CAPTURED',
        absent: [],
        at: START + 9,
      },
    ]);
  });

  test('of a player without a first move is a loss by absence', () => {
    const aborted = { ...ENDED, winner: -1 as const, endReason: 'NONE' as const, abortedBy: 'b' };
    expect(gameEnd(book, aborted)).toMatchObject([{ winner: null, absent: ['blue'], endReason: null }]);
  });

  test('changes nothing if the game is unknown or has ended', () => {
    expect(gameEnd(book, { ...ENDED, gameId: 'other' })).toEqual([]);
    const after = bookOf('arena', [joined('a'), joined('b'), paired('g', 'a', 'b'), ...gameEnd(book, ENDED)]);
    expect([gameEnd(after, ENDED), notBegun(after, 'g', [], START)]).toEqual([[], []]);
  });

  test('that did not begin is void, or lost by the players who play elsewhere', () => {
    expect(notBegun(book, 'g', [], 7)).toMatchObject([{ absent: [], winner: null, at: 7 }]);
    expect(notBegun(book, 'g', ['a'], 7)).toMatchObject([{ absent: ['red'] }]);
  });
});

describe('entries', () => {
  const entry = (player: string, at = START) => ({ player, rating: 1_500, at });

  test('are idempotent, and bounded with those of the same batch', () => {
    const book = bookOf('arena', [joined('a')]);
    expect(join(ARENA, book, [], entry('a'))).toEqual([]);
    const others = Array.from({ length: 9_999 }, (_, n) => joined(`p${n}`));
    expect(() => join(ARENA, book, others, entry('b'))).toThrow(
      expect.objectContaining({ code: 'TOURNAMENT_FULL' }),
    );
    expect(join(ARENA, book, others.slice(1), entry('b'))).toHaveLength(1);
  });

  test('to a running Swiss get half-point byes until half of the rounds', () => {
    const rounds: TournamentEvent[] = [STARTED, { kind: 'roundStarted', round: 1, at: START }];
    const late = join(SWISS, bookOf('swiss', [joined('a'), ...rounds]), [], entry('b'));
    expect(late).toMatchObject([{ kind: 'joined' }, { kind: 'bye', round: 1, reason: 'late' }]);
    const half = bookOf('swiss', [...rounds, { kind: 'roundStarted', round: 2, at: START }]);
    expect(() => join(SWISS, half, [], entry('b'))).toThrow(
      expect.objectContaining({ code: 'ENTRY_CLOSED' }),
    );
  });

  test('of a player who returns to a Swiss have no further byes', () => {
    const book = bookOf('swiss', [
      joined('a'),
      STARTED,
      { kind: 'roundStarted', round: 1, at: START },
      { kind: 'left', player: 'a', at: START },
    ]);
    expect(join(SWISS, book, [], entry('a', START + 1))).toEqual([joined('a', START + 1)]);
  });

  test('are over after the end', () => {
    const book = bookOf('arena', [joined('a'), { kind: 'ended', at: START }]);
    for (const change of [
      () => join(ARENA, book, [], entry('a')),
      () => pause(ARENA, book, 'a', START),
      () => leave(book, 'a', START),
      () => checkIn(ARENA, book, 'a', START),
    ])
      expect(change).toThrow(expect.objectContaining({ code: 'TOURNAMENT_OVER' }));
  });

  test('drop players without check-in at the start, and only if it is asked for', () => {
    const book = bookOf('swiss', [joined('a'), joined('b'), { kind: 'checkedIn', player: 'a', at: 0 }]);
    expect(withoutCheckIn({ ...SWISS, checkIn: true }, book, START)).toEqual([
      { kind: 'left', player: 'b', at: START },
    ]);
    expect(withoutCheckIn(SWISS, book, START)).toEqual([]);
  });

  test('request no bye after the last round', () => {
    const rounds = [1, 2, 3].map((round) => ({ kind: 'roundStarted', round, at: START }) as const);
    const book = bookOf('swiss', [joined('a'), STARTED, ...rounds]);
    expect(() => pause(SWISS, book, 'a', START)).toThrow(expect.objectContaining({ code: 'LAST_ROUND' }));
  });
});

describe('an arena', () => {
  test('lets a player who returned wait, so that pausing chooses no opponent', () => {
    const back = joined('a', START + MINUTE);
    const book = bookOf('arena', [
      joined('a'),
      joined('b'),
      STARTED,
      { kind: 'paused', player: 'a', at: START },
      back,
    ]);
    const waiting = (now: number) => waitingPlayers(book, now).map(({ id }) => id);
    expect(waiting(START + MINUTE + RETURN_WAIT_MS - 1)).toEqual(['b']);
    expect(waiting(START + MINUTE + RETURN_WAIT_MS).toSorted()).toEqual(['a', 'b']);
  });

  test('pairs no player who paused or plays since the wave was asked for', () => {
    const before = bookOf('arena', [...['a', 'b', 'c', 'd'].map((id) => joined(id)), STARTED]);
    const waiting = waitingPlayers(before, START);
    enter(before, { kind: 'paused', player: 'a', at: START });
    enter(before, paired('g', 'b', 'c'));
    expect(waveOf(before, waiting, { at: START, newId: ids() })).toEqual([]);
  });

  test('lets a house bot play a person who found no other person for a while', () => {
    const [one, other] = HOUSE_BOTS.map(({ _id }) => _id);
    const book = bookOf('arena', [
      joined(one!, 0, 800),
      joined(other!, 0, 1_450),
      STARTED,
      joined('a', START),
    ]);
    const waveAt = (at: number) => waveOf(book, waitingPlayers(book, at), { at, newId: ids() });
    expect(waveAt(START + BOT_AFTER_MS - 1)).toEqual([]);
    expect(waveAt(START + BOT_AFTER_MS)).toMatchObject([{ red: 'a', blue: other }]);
    enter(book, joined('b', START));
    expect(
      waveAt(START + BOT_AFTER_MS)
        .flatMap(({ red, blue }) => [red, blue])
        .toSorted(),
    ).toEqual(['a', 'b']);
  });

  test('lets house bots enter once, and return a minute after a pause', () => {
    const bots = HOUSE_BOTS.slice(0, 1);
    const entered = bookOf('arena', botEntries(bookOf('arena', []), bots, START));
    expect(botEntries(entered, bots, START)).toEqual([]);
    enter(entered, { kind: 'paused', player: bots[0]!._id, at: START });
    expect(botEntries(entered, bots, START + MINUTE - 1)).toEqual([]);
    expect(botEntries(entered, bots, START + MINUTE)).toHaveLength(1);
  });

  test('ends on time after its games, and voids those that outlast their clocks', () => {
    const end = endOf(ARENA);
    expect(end).toBe(START + 30 * MINUTE);
    const book = bookOf('arena', [joined('a'), joined('b'), STARTED, paired('g', 'a', 'b')]);
    expect(arenaEnd(ARENA, book, end)).toEqual([]);
    const late = end + gameTimeMs(ARENA.timeControl);
    expect(arenaEnd(ARENA, book, late)).toMatchObject([
      { kind: 'finished', winner: null },
      { kind: 'ended' },
    ]);
    for (const event of gameEnd(book, ENDED)) enter(book, event);
    expect(arenaEnd(ARENA, book, end - 1)).toEqual([]);
    expect(arenaEnd(ARENA, book, end)).toEqual([{ kind: 'ended', at: end }]);
  });
});

describe('a Swiss', () => {
  const ROUND_1: TournamentEvent[] = [
    STARTED,
    { kind: 'roundStarted', round: 1, at: START },
    paired('g', 'a', 'b', 1),
  ];

  test('ends a round after its last game and starts the next one after the break', () => {
    const book = bookOf('swiss', [joined('a'), joined('b'), ...ROUND_1]);
    expect([roundEnd(SWISS, book, START), nextRoundAt(SWISS, book)]).toEqual([[], null]);
    for (const event of gameEnd(book, ENDED)) enter(book, event);
    const ended = roundEnd(SWISS, book, START + 99);
    expect(ended).toEqual([{ kind: 'roundEnded', round: 1, at: START + 99 }]);
    for (const event of ended) enter(book, event);
    expect(roundEnd(SWISS, book, START + 99)).toEqual([]);
    const next = START + 99 + SWISS.breakMs;
    expect([nextRoundAt(SWISS, book), dueRound(SWISS, book, next - 1), dueRound(SWISS, book, next)]).toEqual([
      next,
      null,
      2,
    ]);
  });

  test('voids a game that outlasts its clocks, and ends with its last round', () => {
    const book = bookOf('swiss', [joined('a'), joined('b'), ...ROUND_1]);
    const late = START + gameTimeMs(SWISS.timeControl);
    expect(roundEnd({ ...SWISS, rounds: 1 }, book, late)).toMatchObject([
      { kind: 'finished', winner: null },
      { kind: 'roundEnded' },
      { kind: 'ended' },
    ]);
  });

  test('starts a round once, and ends without a pairing', () => {
    const book = bookOf('swiss', [joined('a'), joined('b'), joined('c'), STARTED]);
    const pairing = { pairs: [{ red: 'a', blue: 'b' }], bye: 'c' };
    const options = { at: START, newId: ids() };
    expect(roundStart(book, 1, null, options)).toEqual([{ kind: 'ended', at: START }]);
    const events = roundStart(book, 1, pairing, options);
    expect(events.map(({ kind }) => kind)).toEqual(['roundStarted', 'paired', 'bye']);
    for (const event of events) enter(book, event);
    expect(roundStart(book, 1, pairing, options)).toEqual([]);
  });

  test('takes a pairing although players entered or withdrew meanwhile, but not after a requested bye', () => {
    const pairing = { pairs: [{ red: 'a', blue: 'b' }], bye: null };
    const options = { at: START, newId: ids() };
    const left: TournamentEvent = { kind: 'left', player: 'a', at: START };
    const book = bookOf('swiss', [joined('a'), joined('b'), STARTED, left, joined('late', START)]);
    const events = roundStart(book, 1, pairing, options);
    expect(events.map(({ kind }) => kind)).toEqual(['roundStarted', 'paired', 'bye']);
    expect(events.at(-1)).toMatchObject({ player: 'late', reason: 'late' });
    enter(book, { kind: 'bye', player: 'b', round: 1, reason: 'requested', at: START });
    expect(roundStart(book, 1, pairing, options)).toEqual([]);
  });
});
