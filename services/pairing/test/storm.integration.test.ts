import { outcome, type TestUser } from '@doushouqi/service-kit/testing';
import { expect, test } from 'vitest';
import { eventually, testPairing } from './fixtures.ts';

const POOL = { initial: 5, increment: 3, rated: true };
const PEOPLE = 24;

const pairing = await testPairing(3);

/** Deterministic, so that a failure can be seen again. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

async function act({ api }: TestUser, random: number, open: string[]): Promise<void> {
  if (random < 0.5) await outcome(api.joinPairing({ body: { ...POOL, rated: random < 0.4 } }));
  else if (random < 0.6) await outcome(api.leavePairing());
  else if (random < 0.7) {
    const made = await api.createChallenge({ body: POOL }).catch(() => null);
    if (made !== null) open.push(made.challenge.id);
  } else if (open.length > 0) {
    await outcome(api.acceptChallenge({ params: { id: open[Math.floor(random * open.length)]! } }));
  }
}

test('under concurrent commands at three replicas, no user is in two games, or waits and plays', async () => {
  const people = await Promise.all(Array.from({ length: PEOPLE }, (_, n) => pairing.person(n + 1)));
  const random = createRandom(13);
  const open: string[] = [];
  for (let round = 0; round < 8; round++) {
    await Promise.all(people.map((one) => act(one, random(), open)));
  }
  // On a fast machine the commands end before the first wave.
  await eventually(async () => {
    expect(pairing.rooms.made.size).toBeGreaterThan(PEOPLE / 4);
    expect(await pairing.redis.hlen('{pairing}:pairs')).toBe(0);
  });
  const rooms = [...pairing.rooms.made.values()];
  const players = rooms.flatMap((room) => room.players);
  expect(new Set(players).size).toBe(players.length);
  const [tickets, playing, counts] = await Promise.all([
    pairing.redis.hgetall('{pairing}:tickets'),
    pairing.redis.hgetall('{pairing}:playing'),
    pairing.redis.hgetall('{pairing}:counts'),
  ]);
  expect(Object.keys(playing).sort()).toEqual(players.toSorted());
  expect(Object.keys(tickets).filter((id) => id in playing)).toEqual([]);
  const games = Object.entries(counts).filter(([field]) => field.startsWith('games'));
  expect(games.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(rooms.length);
});
