import { ROUTES } from '@doushouqi/protocol/server';
import { outcome, setSite } from '@doushouqi/service-kit/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { BLUE, RED, testRoom, WATCHER } from './fixtures.ts';

const room = await testRoom();
const { as, call, clock, internal, join, pair, redis, start } = room;

/** Sets the site, and lets the service read it. */
async function set(change: Parameters<typeof setSite>[1]): Promise<void> {
  await setSite(redis, change);
  clock.now += 1_000;
}
afterEach(() => set({}));

function reset(userId: string, roomId: string, what: 'requestReset' | 'acceptReset') {
  return outcome(as(userId)[what]({ params: { roomId } }));
}

describe('while no new games may begin', () => {
  test('no room opens and no seat is taken; a running game goes on and is watched', async () => {
    await start('before');
    await join(RED, 'half');
    await set({ readOnly: true });
    expect(await outcome(join(RED, 'new'))).toBe('READ_ONLY');
    expect(await outcome(join(BLUE, 'half'))).toBe('READ_ONLY');
    // The own seat, and a place to watch from.
    expect(await outcome(join(RED, 'half'))).toBe('done');
    expect(await outcome(join(RED, 'before'))).toBe('done');
    expect(await outcome(join(WATCHER, 'before'))).toBe('done');
    expect((await room.move('before', 'red', [0, 6], [0, 5])).ok).toBe(true);
  });

  test('there is no rematch, which is possible again afterwards', async () => {
    await start('again');
    await as(RED).surrender({ params: { roomId: 'again' } });
    expect(await reset(RED, 'again', 'requestReset')).toBe('done');
    await set({ readOnly: true });
    expect(await reset(BLUE, 'again', 'acceptReset')).toBe('READ_ONLY');
    await set({});
    expect(await reset(BLUE, 'again', 'acceptReset')).toBe('done');
  });
});

test('while rated games are off, there is no rated rematch', async () => {
  const timeControl = { initial: 5, increment: 3 };
  await pair({ roomId: 'rated', gameId: 'g1', kind: 'rated', players: [RED, BLUE], timeControl });
  for (const userId of [RED, BLUE]) await as(userId).requestDraw({ params: { roomId: 'rated' } });
  await set({ features: { lobbyChat: true, rated: false } });
  expect(await reset(RED, 'rated', 'requestReset')).toBe('RATED_OFF');
  await start('casual');
  expect(await reset(RED, 'casual', 'requestReset')).toBe('done');
});

test('counts rooms and jobs, for services only', async () => {
  expect((await call('POST', '/internal/rooms/count', { userId: RED, body: {} })).status).toBe(401);
  await start('counted');
  const { games, backlog, unarchived } = await internal.call(ROUTES.countRooms, { body: {} });
  expect(games).toBeGreaterThan(0);
  // No timekeeper takes jobs here; those of clocks are delayed.
  expect([backlog, unarchived].every((count) => count >= 0)).toBe(true);
});
