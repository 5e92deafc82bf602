import { idOf, type TestUser } from '@doushouqi/service-kit/testing';
import { describe, expect, test } from 'vitest';
import { ARENA, eventually, MINUTE, SWISS, testTournament } from './fixtures.ts';

const service = await testTournament();
const {
  as,
  asGuest,
  clock,
  create,
  newUser,
  newUsers,
  notices,
  pairing,
  processes,
  rating,
  show,
  tournaments,
} = service;

function startIn(minutes: number): number {
  return Math.round(clock.now) + minutes * MINUTE;
}
function arena(changes: object = {}) {
  return { ...ARENA, startsAt: startIn(60), ...changes };
}
/** A tournament of a new user with players. */
async function made(wish = arena(), players = 2) {
  const [host, ...entered] = await newUsers(players + 1);
  const id = await create(wish, host);
  for (const { api } of entered) await api.joinTournament({ params: { id } });
  return { id, wish, host: host!, players: entered, params: { id } };
}
/** Returns the steps of which a user was notified. */
function stepsOf({ id }: TestUser): string[] {
  return notices.of(id).flatMap(({ event, payload }) => (event === 'tournamentRound' ? [payload.step] : []));
}
const NOT_FOUND = { code: 'TOURNAMENT_NOT_FOUND', status: 404 };

describe('changing', () => {
  test('changes all but the kind, once, and notifies the players once', async () => {
    const { host, players, params, wish } = await made();
    const body = { ...wish, name: '晨练擂台', minutes: 90, rated: false, startsAt: startIn(120) };
    for (const process of processes) {
      const { tournament } = await process.as(host.id).changeTournament({ params, body });
      expect(tournament).toMatchObject({
        name: '晨练擂台',
        rated: false,
        startsAt: body.startsAt,
        players: 2,
      });
    }
    await eventually(() => expect(players.map(stepsOf)).toEqual([['changed'], ['changed']]));
    expect((await tournaments.findById(params.id).lean())?.revision).toBe(1);
  });

  test('does not throw out players whose level is out of the new range', async () => {
    const { id, host, players, params, wish } = await made();
    rating.ratings.set(players[0]!.id, { order: 2 });
    await host.api.changeTournament({ params, body: { ...wish, levels: { min: 10, max: 20 } } });
    expect((await show(id, players[0])).own?.status).toBe('active');
    const weak = await newUser();
    rating.ratings.set(weak.id, { order: 2 });
    // Until the process of this user reads the change, it would let the user in.
    await eventually(async () => expect((await show(id, weak)).levels).toEqual({ min: 10, max: 20 }));
    await expect(weak.api.joinTournament({ params })).rejects.toMatchObject({ code: 'LEVEL_OUT_OF_RANGE' });
  });

  test('allows other changes in the last ten minutes, but no start at that time', async () => {
    const { host, params, wish } = await made();
    const { startsAt } = wish;
    clock.now = startsAt - 5 * MINUTE;
    const { tournament } = await host.api.changeTournament({ params, body: { ...wish, name: '改名' } });
    expect(tournament.name).toBe('改名');
    await expect(
      host.api.changeTournament({ params, body: { ...wish, startsAt: startsAt + 1 } }),
    ).rejects.toMatchObject({ code: 'TOURNAMENT_TIME' });
  });

  test.each([
    ['a name that advertises', { name: '代 练 加 我' }, 'IMPROPER_TEXT'],
    ['an advertising description', { description: '代-练' }, 'IMPROPER_TEXT'],
    ['a start in nine minutes', { startsAt: -1 }, 'TOURNAMENT_TIME'],
    ['another kind', { kind: 'swiss', rounds: 5, minutes: undefined }, 'INVALID_INPUT'],
  ])('refuses %s', async (_, change, code) => {
    const { host, params, wish } = await made(arena(), 0);
    const startsAt = 'startsAt' in change ? startIn(9) : wish.startsAt;
    const body = { ...wish, ...change, startsAt } as typeof wish;
    await expect(host.api.changeTournament({ params, body })).rejects.toMatchObject({ code });
  });

  test('opens check-in again after the start was postponed', async () => {
    const wish = { ...SWISS, checkIn: true, startsAt: startIn(30) };
    const [host, player] = await newUsers(2);
    const params = { id: await create(wish, host) };
    await player!.api.joinTournament({ params });
    clock.now = wish.startsAt - 9 * MINUTE;
    await eventually(() => expect(stepsOf(player!)).toEqual(['checkIn']));
    const startsAt = startIn(60);
    await host!.api.changeTournament({ params, body: { ...wish, startsAt } });
    clock.now = startsAt - 9 * MINUTE;
    await eventually(() => expect(stepsOf(player!)).toEqual(['checkIn', 'changed', 'checkIn']));
    await host!.api.cancelTournament({ params });
  });

  test('notifies the players if the process was killed after it stored the change', async () => {
    const { id, players } = await made();
    await tournaments.updateOne({ _id: id }, { $set: { name: '改名' }, $inc: { revision: 1 } });
    await eventually(() => expect(players.map(stepsOf)).toEqual([['changed'], ['changed']]));
  });
});

describe('cancelling', () => {
  test('notifies the players once; nothing is found any more; repeated it changes nothing', async () => {
    const { id, host, players, params } = await made();
    for (const process of [...processes, ...processes])
      expect(await process.as(host.id).cancelTournament({ params })).toEqual({ success: true });
    await eventually(() => expect(players.map(stepsOf)).toEqual([['cancelled'], ['cancelled']]));
    await eventually(async () => {
      const [player] = players;
      for (const read of ['getTournament', 'getStandings', 'listTournamentGames'] as const)
        for (const process of processes)
          await expect(process.as(player!.id)[read]({ params })).rejects.toMatchObject(NOT_FOUND);
      await expect(player!.api.leaveTournament({ params })).rejects.toMatchObject(NOT_FOUND);
      expect((await as(null).listTournaments()).coming.map((one) => one.id)).not.toContain(id);
    });
    const stored = await tournaments.findById(id).lean();
    expect(stored?.deleteAt?.getTime()).toBeGreaterThan(stored!.startsAt);
    expect((await service.context.ledger.read(id, 'arena')).state.phase).toBe('cancelled');
    await expect(
      host.api.changeTournament({ params, body: arena({ name: '还在吗' }) }),
    ).rejects.toMatchObject(NOT_FOUND);
    // The creator may create another one at once.
    expect(await create(arena({ name: '下一场' }), host)).not.toBe(id);
  });

  test('is completed by any process if its own was killed', async () => {
    const { id, players } = await made();
    await tournaments.updateOne({ _id: id }, { $set: { cancelledAt: clock.now, slot: id } });
    await eventually(async () => expect((await tournaments.findById(id).lean())?.deleteAt).not.toBeNull());
    expect(players.map(stepsOf)).toEqual([['cancelled'], ['cancelled']]);
  });

  test('either happens or the tournament starts, when both come at once', async () => {
    const wish = arena();
    const all = await Promise.all(Array.from({ length: 8 }, () => made(wish)));
    clock.now = wish.startsAt - 40;
    const results = await Promise.all(
      all.map(async ({ host, params }, n) => {
        await new Promise((resolve) => setTimeout(resolve, 15 * n));
        return host.api.cancelTournament({ params }).then(
          () => 'done',
          ({ code }: { code: string }) => code,
        );
      }),
    );
    for (const [n, { id, params, players }] of all.entries()) {
      if (results[n] === 'done') {
        await eventually(() => expect(as(null).getTournament({ params })).rejects.toMatchObject(NOT_FOUND));
        expect(players.map(stepsOf)).toEqual([['cancelled'], ['cancelled']]);
        expect([...pairing.games.values()].some(({ context }) => context?.endsWith(id))).toBe(false);
      } else {
        expect(results[n]).toBe('TOURNAMENT_BEGUN');
        await eventually(async () => expect((await show(id)).phase).toBe('running'));
        expect(players.flatMap(stepsOf)).not.toContain('cancelled');
      }
    }
  });
});

describe('authorization', () => {
  test('only its creator changes and cancels it, before the start', async () => {
    const { host, players, params, wish } = await made();
    const others = [players[0]!.api, (await newUser()).api];
    for (const api of others) {
      const refused = { code: 'NOT_YOUR_TOURNAMENT' };
      await expect(api.changeTournament({ params, body: wish })).rejects.toMatchObject(refused);
      await expect(api.cancelTournament({ params })).rejects.toMatchObject(refused);
    }
    const guest = asGuest(idOf(801));
    await expect(guest.cancelTournament({ params })).rejects.toMatchObject({ code: 'GUEST_NOT_ALLOWED' });
    clock.now = wish.startsAt;
    await eventually(async () => expect((await show(params.id)).phase).toBe('running'));
    const begun = { code: 'TOURNAMENT_BEGUN' };
    const body = { ...wish, name: '太晚了' };
    await expect(host.api.changeTournament({ params, body })).rejects.toMatchObject(begun);
    await expect(host.api.cancelTournament({ params })).rejects.toMatchObject(begun);
  });

  test('an unknown tournament is not found', async () => {
    const { api } = await newUser();
    const params = { id: 'unknown' };
    await expect(api.changeTournament({ params, body: arena() })).rejects.toMatchObject(NOT_FOUND);
    await expect(api.cancelTournament({ params })).rejects.toMatchObject(NOT_FOUND);
  });
});
