import {
  CHALLENGE_LIFE,
  type Challenge,
  isAssignedRoom,
  MAX_LISTED_CHALLENGES,
  PAIRING_GRACE,
  PUSH_QUEUE,
  type PushJob,
} from '@doushouqi/protocol';
import { openQueue } from '@doushouqi/room-core/queue';
import { outcome, type TestUser } from '@doushouqi/service-kit/testing';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually, testPairing } from './fixtures.ts';

const POOL = { initial: 10, increment: 5, rated: false };

let owner: TestUser;
let other: TestUser;
const pairing = await testPairing();
const queue = openQueue<PushJob, 'call'>(PUSH_QUEUE, pairing.redis);
afterAll(() => queue.close());
beforeEach(async () => {
  [owner, other] = [await pairing.person(1), await pairing.person(2)];
});
afterEach(() => pairing.reset());

async function challenge(wish: object = {}): Promise<Challenge> {
  return (await owner.api.createChallenge({ body: { ...POOL, ...wish } })).challenge;
}
function accept({ id }: { id: string }, who: TestUser = other) {
  return who.api.acceptChallenge({ params: { id } });
}
/** Lists are cached for a second. */
async function listed(who: TestUser): Promise<string[]> {
  pairing.clock.ahead += 1_001;
  return (await who.api.listChallenges()).challenges.map(({ id }) => id);
}

describe('an open challenge', () => {
  test('is listed, accepted by one user, and both play with the chosen colors', async () => {
    const made = await challenge({ color: 'blue' });
    expect(made).toMatchObject({
      from: { _id: owner.id, nickname: '棋手1' },
      rating: 1_400,
      expiresAt: null,
    });
    expect(await listed(other)).toEqual([made.id]);
    expect(await other.api.getChallenge({ params: made })).toEqual({ challenge: made, state: 'open' });
    expect((await owner.api.getMyPairing()).challenge).toEqual(made);

    const { roomId, color } = await accept(made);
    expect(isAssignedRoom(roomId)).toBe(true);
    expect([color, (await pairing.notices.first(owner.id, 'paired')).color]).toEqual(['red', 'blue']);
    expect(pairing.rooms.made.get(roomId)).toMatchObject({
      kind: 'paired',
      players: [other.id, owner.id],
      isArranged: true,
    });
    expect((await other.api.getChallenge({ params: made })).state).toBe('taken');
    expect(await listed(other)).toEqual([]);
  });

  test('is given to one of many users who accept in parallel', async () => {
    const made = await challenge();
    const people = await Promise.all([2, 3, 4, 5, 6].map((n) => pairing.person(n)));
    const outcomes = await Promise.all(people.map((one) => outcome(accept(made, one))));
    expect(outcomes.toSorted()).toEqual([...Array(4).fill('CHALLENGE_GONE'), 'done']);
    expect(pairing.rooms.made.size).toBe(1);
  });

  test('pairs the first user who accepts it and takes its owner out of the queue', async () => {
    const pool = { ...POOL, initial: 2, increment: 1 };
    await owner.api.joinPairing({ body: pool });
    await other.api.joinPairing({ body: { ...pool, rated: true } });
    await accept(await challenge());
    expect(await pairing.redis.hgetall('{pairing}:tickets')).toEqual({});
    expect(await outcome(other.api.joinPairing({ body: pool }))).toBe('ALREADY_PLAYING');
  });

  test('a user who joins the queue and accepts in parallel is in one game', async () => {
    const third = await pairing.person(3);
    const made = await challenge();
    await third.api.joinPairing({ body: POOL });
    const both = await Promise.all([
      outcome(other.api.joinPairing({ body: POOL })),
      outcome(accept(made)),
      outcome(accept(made)),
    ]);
    expect(both.filter((one) => one === 'done').length).toBeGreaterThan(0);
    await eventually(() => expect(pairing.notices.of(other.id).length).toBeGreaterThan(0));
    const rooms = [...pairing.rooms.made.values()].filter(({ players }) => players.includes(other.id));
    expect(rooms).toHaveLength(1);
    const waits = await pairing.redis.hexists('{pairing}:tickets', other.id);
    expect(waits).toBe(0);
  });

  test('is one per user: a new one replaces the previous one', async () => {
    const [first, second] = [await challenge(), await challenge()];
    expect(await outcome(accept(first))).toBe('CHALLENGE_GONE');
    expect(await listed(other)).toEqual([second.id]);
  });

  test('cannot be accepted by its owner, by a user out of its range, or by a blocked user', async () => {
    const made = await challenge({ range: { min: 1_500, max: 2_000 } });
    expect(await outcome(accept(made, owner))).toBe('NOT_YOURSELF');
    expect(await outcome(accept(made))).toBe('RATING_OUT_OF_RANGE');
    await pairing.blocks.add(owner.id, other.id);
    expect(await outcome(accept(made))).toBe('CHALLENGE_GONE');
    expect(await listed(other)).toEqual([]);
    expect(await outcome(other.api.removeChallenge({ params: made }))).toBe('CHALLENGE_GONE');
    expect(await outcome(owner.api.removeChallenge({ params: made }))).toBe('done');
    expect((await other.api.getChallenge({ params: made })).state).toBe('gone');
  });

  test('expires ten seconds after the last connection of its owner; before that it cannot be accepted', async () => {
    const made = await challenge();
    await pairing.disconnect(owner.id);
    expect(await outcome(accept(made))).toBe('OPPONENT_AWAY');
    pairing.clock.ahead += 6_000;
    await eventually(async () => expect(await pairing.redis.hexists('{pairing}:away', owner.id)).toBe(1));
    pairing.clock.ahead += PAIRING_GRACE;
    await eventually(async () => expect(await outcome(accept(made))).toBe('CHALLENGE_GONE'));
  });

  test('is restored if its room could not be created', async () => {
    pairing.rooms.state.answer = 'refuse';
    const made = await challenge();
    expect(await outcome(accept(made))).toBe('UNAVAILABLE');
    expect((await other.api.getChallenge({ params: made })).state).toBe('open');
    pairing.rooms.state.answer = 'make';
    expect(await outcome(accept(made))).toBe('done');
  });

  test('is listed, however many newer ones come from another address, which are listed while there is space', async () => {
    const made = await challenge();
    const others = await Promise.all(
      Array.from({ length: MAX_LISTED_CHALLENGES + 2 }, (_, n) => pairing.person(n + 10, '198.18.0.9')),
    );
    pairing.clock.ahead += 1;
    await Promise.all(others.map(({ api }) => api.createChallenge({ body: POOL })));
    const ids = await listed(other);
    expect([ids.length, ids.indexOf(made.id)]).toEqual([MAX_LISTED_CHALLENGES, 10]);
    expect(new Set(ids).size).toBe(MAX_LISTED_CHALLENGES);
  });

  test('of a paused user is refused, and so is its acceptance; a casual game with a friend is allowed', async () => {
    const made = await challenge();
    await pairing.redis.set(`{user:${other.id}}:pause`, Date.now() + 60_000, 'PX', 60_000);
    expect(await outcome(accept(made))).toBe('PAIRING_PAUSED');
    expect(await outcome(accept(await challenge({ unlisted: true })))).toBe('done');
  });

  test('is removed when its owner is paused', async () => {
    const made = await challenge();
    await pairing.redis.set(`{user:${owner.id}}:pause`, Date.now() + 60_000, 'PX', 60_000);
    expect(await outcome(accept(made))).toBe('CHALLENGE_GONE');
    pairing.clock.ahead += 6_000;
    await eventually(async () => expect(await pairing.redis.hlen('{pairing}:challenges')).toBe(0));
  });

  test("for a rated game balances the players' colors", async () => {
    expect((await challenge({ rated: true, color: 'red' })).color).toBe('random');
  });

  test('is limited to twenty per minute', async () => {
    const all = await Promise.all(Array.from({ length: 24 }, () => outcome(challenge())));
    expect(all.filter((one) => one === 'RATE_LIMITED')).toHaveLength(4);
    expect(await pairing.redis.hlen('{pairing}:challenges')).toBe(1);
  });
});

describe('a challenge to a friend, or by link', () => {
  test('notifies only the friend, who may decline it', async () => {
    expect(await outcome(challenge({ toId: other.id }))).toBe('NOT_FRIENDS');
    expect(await outcome(challenge({ toId: owner.id }))).toBe('NOT_YOURSELF');
    pairing.friends.add(other.id);
    const made = await challenge({ toId: other.id });
    expect((await pairing.notices.first(other.id, 'challenged')).challenge).toEqual(made);
    const called = { kind: 'challenge', userId: other.id, challengeId: made.id, fromId: owner.id };
    await expect.poll(async () => (await queue.getWaiting())[0]?.data).toEqual(called);
    const stranger = await pairing.person(3);
    expect([await listed(other), await listed(stranger)]).toEqual([[made.id], []]);
    expect(await outcome(accept(made, stranger))).toBe('CHALLENGE_GONE');
    expect(await outcome(stranger.api.removeChallenge({ params: made }))).toBe('CHALLENGE_GONE');
    await other.api.removeChallenge({ params: made });
    const declined = await pairing.notices.first(owner.id, 'challengeDeclined');
    expect(declined).toEqual({ id: made.id, by: other.id, nickname: '棋手2' });
    expect(await outcome(accept(made))).toBe('CHALLENGE_GONE');
  });

  test('a friend can challenge a user at most three times in a minute', async () => {
    pairing.friends.add(other.id);
    const all: string[] = [];
    for (let i = 0; i < 5; i++) all.push(await outcome(challenge({ toId: other.id })));
    expect(all).toEqual(['done', 'done', 'done', 'RATE_LIMITED', 'RATE_LIMITED']);
    expect(pairing.notices.of(other.id)).toHaveLength(3);
  });

  test('by link is not listed, survives a lost connection, and expires', async () => {
    const made = await challenge({ unlisted: true });
    expect(await listed(other)).toEqual([]);
    await pairing.disconnect(owner.id);
    pairing.clock.ahead += 2 * PAIRING_GRACE;
    await eventually(async () => expect(await pairing.redis.hexists('{pairing}:away', owner.id)).toBe(1));
    expect((await other.api.getChallenge({ params: made })).state).toBe('open');
    await pairing.connect(owner.id);
    pairing.clock.ahead += CHALLENGE_LIFE;
    expect((await other.api.getChallenge({ params: made })).state).toBe('gone');
    expect(await outcome(accept(made))).toBe('CHALLENGE_GONE');
    await eventually(async () => expect(await pairing.redis.hlen('{pairing}:challenges')).toBe(0));
  });
});

describe('a guest', () => {
  test('joins casual pools and challenges, and no rated ones', async () => {
    const guest = pairing.asGuest(other.id);
    const pool = { ...POOL, initial: 2, increment: 1 };
    const rated = { ...pool, rated: true };
    expect(await outcome(guest.joinPairing({ body: rated }))).toBe('RATED_FOR_MEMBERS');
    expect(await outcome(guest.createChallenge({ body: rated }))).toBe('RATED_FOR_MEMBERS');
    const params = { id: (await challenge({ rated: true })).id };
    expect(await outcome(guest.acceptChallenge({ params }))).toBe('RATED_FOR_MEMBERS');
    expect(await outcome(guest.joinPairing({ body: pool }))).toBe('done');
    const casual = { id: (await challenge()).id };
    expect(await outcome(guest.acceptChallenge({ params: casual }))).toBe('done');
  });
});
