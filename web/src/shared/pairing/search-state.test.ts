import { describe, expect, it } from 'vitest';
import { DEFAULT_POOL, fullerPool, poolId, poolOf } from './pools.ts';
import {
  IDLE,
  isLong,
  type MyPairing,
  othersWaiting,
  type Search,
  type SearchEvent,
  searchAfter,
} from './search-state.ts';

const NOTHING: MyPairing = { ticket: null, paired: null, pause: null, challenge: null };
const opponent = { _id: 'b'.repeat(24), nickname: '苍狼', avatar: 'wolf.png' };
const pairing = { roomId: 'R1', opponent, color: 'red' as const };
const ticket = { id: 'T1', ...DEFAULT_POOL, since: 1_000, expectedWait: 30 };

function after(...events: SearchEvent[]): Search {
  return events.reduce(searchAfter, IDLE);
}
const asked: SearchEvent = { type: 'asked', pool: DEFAULT_POOL, at: 1_000 };
const joined: SearchEvent = { type: 'joined', ticket: 'T1', expectedWait: 30 };
const lost: SearchEvent = { type: 'lost' };
const regained: SearchEvent = { type: 'regained' };
const paired: SearchEvent = { type: 'paired', pairing, at: 9_000 };
function synced(mine: Partial<MyPairing>, at = 5_000, room: string | null = null): SearchEvent {
  return { type: 'synced', mine: { ...NOTHING, ...mine }, at, room };
}

describe('a search', () => {
  it('starts with a press and counts from then', () => {
    expect(after(asked)).toEqual({ phase: 'joining', pool: DEFAULT_POOL, since: 1_000 });
    expect(after(asked, joined)).toMatchObject({ phase: 'searching', since: 1_000, expectedWait: 30 });
  });

  it('stays canceled when the ticket arrives after the cancel', () => {
    expect(after(asked, { type: 'left' }, joined)).toBe(IDLE);
  });

  it("continues after a reload with the server's state", () => {
    expect(after(synced({ ticket }))).toMatchObject({ phase: 'searching', ticket: 'T1', since: 1_000 });
    // A clock behind the server's never shows a negative time.
    expect(after(synced({ ticket: { ...ticket, since: 9_000 } }))).toMatchObject({ since: 5_000 });
  });

  it('ends when another window canceled it', () => {
    expect(after(asked, joined, synced({}))).toBe(IDLE);
  });

  it('joins again, with its waiting time, if the ticket expired while this window was offline', () => {
    const dead = after(asked, joined, lost, regained, synced({}));
    expect(dead).toEqual({ phase: 'joining', pool: DEFAULT_POOL, since: 1_000 });
    // A reply in between clears the disconnect.
    expect(after(asked, joined, lost, regained, synced({ ticket }), synced({}))).toBe(IDLE);
  });

  it('shows that the connection is lost', () => {
    expect(after(asked, joined, lost)).toMatchObject({ lost: true });
    expect(after(asked, joined, lost, synced({ ticket }))).toMatchObject({ lost: true });
    expect(after(asked, joined, lost, regained)).toMatchObject({ lost: false });
  });

  it('is not ended by a reply from before the join', () => {
    expect(after(asked, synced({}))).toMatchObject({ phase: 'joining' });
  });
});

describe('the others in a pool', () => {
  const pool = { ...DEFAULT_POOL, waiting: 3, playing: 0, expectedWait: null };
  const searching = after(asked, joined);
  it.each([
    ['without a search', IDLE, pool, 9_000, 3],
    ['in the numbers from before the search', searching, pool, 1_500, 3],
    ['in later numbers', searching, pool, 2_000, 2],
    ['in another pool', searching, { ...pool, rated: false }, 9_000, 3],
    ['that is empty again', searching, { ...pool, waiting: 0 }, 9_000, 0],
  ] as const)('%s', (_, search, in_, readAt, others) => {
    expect(othersWaiting(in_, search, readAt)).toBe(others);
  });
});

describe('an opponent', () => {
  it('is news once, however often it is repeated', () => {
    const news = after(asked, joined, paired);
    expect(news).toMatchObject({ phase: 'found', roomId: 'R1', pool: DEFAULT_POOL, fresh: true });
    const seen = searchAfter(news, { type: 'seen' });
    expect(searchAfter(seen, paired)).toBe(seen);
    expect(searchAfter(seen, synced({ paired: { ...pairing, at: 9_000 } }))).toBe(seen);
  });

  it('is found although the event was missed; a game found long ago is one to return to', () => {
    expect(after(synced({ paired: { ...pairing, at: 4_000 } }))).toMatchObject({ fresh: true, at: 4_000 });
    expect(after(synced({ paired: { ...pairing, at: 4_000 } }, 60_000))).toMatchObject({ fresh: false });
    const rematch = { ...pairing, at: 4_000, isRematch: true as const };
    expect(after(synced({ paired: rematch }))).toMatchObject({ fresh: false });
  });

  it('stays when the search is canceled too late, until the game is over', () => {
    expect(after(paired, { type: 'left' })).toMatchObject({ phase: 'found' });
    expect(after(paired, synced({}))).toBe(IDLE);
  });

  it('is not news on a room page after a reload', () => {
    const mine = { paired: { ...pairing, at: 4_000 } };
    expect(after(synced(mine, 5_000, 'R1'))).toMatchObject({ phase: 'found', fresh: false });
    expect(after(synced(mine, 5_000, 'R2'))).toMatchObject({ fresh: true });
  });
});

it('a pause has its end', () => {
  expect(after(asked, { type: 'refused' }, synced({ pause: { until: 8_000 } }))).toEqual({
    phase: 'paused',
    until: 8_000,
  });
  expect(after(synced({ pause: { until: 4_000 } }))).toBe(IDLE);
});

it('a wait is long after 1.5 times the expected time, and at least a minute', () => {
  expect(isLong({ expectedWait: null }, 59)).toBe(false);
  expect(isLong({ expectedWait: 10 }, 60)).toBe(true);
  expect(isLong({ expectedWait: 100 }, 140)).toBe(false);
  expect(isLong({ expectedWait: 100 }, 150)).toBe(true);
});

describe('pools', () => {
  it('are parsed from their ids; other ids are refused', () => {
    expect(poolOf(poolId(DEFAULT_POOL))).toEqual(DEFAULT_POOL);
    for (const id of [null, '', '5+3', '7+7:rated', '5+3:other']) expect(poolOf(id)).toBeNull();
  });

  it('suggests a fuller pool of the same kind', () => {
    const other = { initial: 10, increment: 5, rated: true };
    const pools = [
      { ...DEFAULT_POOL, waiting: 5 },
      { ...other, waiting: 1 },
      { ...other, rated: false, waiting: 9 },
      { initial: 2, increment: 1, rated: true, waiting: 0 },
    ];
    expect(fullerPool(DEFAULT_POOL, pools)).toMatchObject(other);
    expect(fullerPool(other, pools)).toMatchObject(DEFAULT_POOL);
    expect(fullerPool(DEFAULT_POOL, pools.slice(3))).toBeNull();
  });
});

describe('a game of a tournament', () => {
  const context = 'tournament:t1';
  const inTournament: SearchEvent = { type: 'paired', pairing: { ...pairing, context }, at: 9_000 };

  it('is one game, whichever event reports it first', () => {
    const found = after(inTournament);
    expect(found).toMatchObject({ phase: 'found', tournamentId: 't1', pool: null, fresh: true });
    expect(searchAfter(searchAfter(found, inTournament), paired)).toBe(found);
  });

  it.each([
    ['news until red must have moved', 49_999, true],
    ['one to return to after that', 50_000, false],
  ])('is %s, also after a reload', (_, later, fresh) => {
    const mine = { paired: { ...pairing, context, at: 1_000 } };
    expect(after(synced(mine, 1_000 + later))).toMatchObject({ at: 1_000, tournamentId: 't1', fresh });
  });
});
