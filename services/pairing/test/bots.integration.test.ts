import { HOUSE_BOTS } from '@doushouqi/protocol';
import { createBotGames } from '@doushouqi/room-core/bot-games';
import { outcome, type TestUser } from '@doushouqi/service-kit/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testPairing } from './fixtures.ts';

const GAME = { level: 4, initial: 5, increment: 3 };
const BOT = HOUSE_BOTS[3]!._id;
const pairing = await testPairing(1);
const botGames = createBotGames(pairing.redis);

let member: TestUser;
beforeEach(async () => {
  member = await pairing.person(1);
  // A process of the bot service runs.
  await botGames.tick('bots-of-tests', [], 0);
});
afterEach(() => pairing.reset());

describe('a game against a bot', () => {
  test.each([
    [undefined, 'bot'],
    [false, 'bot'],
    [true, 'ratedBot'],
  ])('for rated %s is of the kind %s, and the search goes on', async (rated, kind) => {
    await member.api.joinPairing({ body: { initial: 5, increment: 3, rated: true } });
    const { roomId } = await member.api.playBot({ body: { ...GAME, ...(rated !== undefined && { rated }) } });
    expect(pairing.rooms.made.get(roomId)).toMatchObject({ kind, isArranged: false });
    expect(pairing.rooms.made.get(roomId)!.players.toSorted()).toEqual([BOT, member.id].toSorted());
    expect((await member.api.getMyPairing()).ticket).not.toBeNull();
    expect((await botGames.gameOf(member.id))?.roomId).toBe(roomId);
  });

  test('has random colors if it is rated', async () => {
    const colors = new Set<string>();
    for (let n = 2; colors.size < 2 && n < 60; n += 1) {
      const { api } = await pairing.person(n);
      colors.add((await api.playBot({ body: { ...GAME, rated: true, color: 'red' } })).color);
    }
    expect(colors.size).toBe(2);
  });

  test('is casual for a guest, who has no rating', async () => {
    const guest = pairing.asGuest(member.id);
    expect(await outcome(guest.playBot({ body: { ...GAME, rated: true } }))).toBe('RATED_FOR_MEMBERS');
    const rated = { initial: 5, increment: 3, rated: true, toId: BOT };
    expect(await outcome(guest.createChallenge({ body: rated }))).toBe('RATED_FOR_MEMBERS');
    const { roomId } = await guest.playBot({ body: GAME });
    expect(pairing.rooms.made.get(roomId)?.kind).toBe('bot');
  });

  test.each([
    ['rated', true, 'ratedBot'],
    ['casual', false, 'bot'],
  ])('begins with a %s challenge to the bot', async (_, rated, kind) => {
    await member.api.createChallenge({ body: { initial: 5, increment: 3, rated, toId: BOT } });
    const { roomId } = await pairing.notices.first(member.id, 'paired');
    expect(pairing.rooms.made.get(roomId)?.kind).toBe(kind);
  });
});

test('a bot does not play by itself', async () => {
  expect(await outcome(pairing.as(BOT).playBot({ body: { ...GAME, rated: true } }))).toBe('NOT_FOR_BOTS');
});

test('the call needs a login and valid input', async () => {
  const path = '/api/pairing/bot';
  expect((await pairing.call('POST', path, { body: { ...GAME, rated: true } })).status).toBe(401);
  const sent = { userId: member.id, body: { ...GAME, rated: 'yes' } };
  expect((await pairing.call('POST', path, sent)).body).toMatchObject({ code: 'INVALID_INPUT' });
});
