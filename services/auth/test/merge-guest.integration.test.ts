import { errorBody, GUEST_LIFE } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import { route } from '@doushouqi/service-kit';
import { startPeer } from '@doushouqi/service-kit/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { expireGuests } from '../src/commands/end-guests.ts';
import { testAuth } from './fixtures.ts';

const DONE = { success: true } as const;
/** What the other services were asked to do. */
const calls: object[] = [];
/** The next call to the archive fails. */
let isDown = false;
beforeEach(() => {
  calls.length = 0;
  isDown = false;
});

const record = await startPeer((app) => {
  route(app, ROUTES.forgetPlayer, {
    handler: async ({ body }) => {
      calls.push({ forget: body.userId });
      return DONE;
    },
  });
  route(app, ROUTES.carryGames, {
    handler: async ({ body }) => {
      if (isDown) throw new Error('the archive is down');
      calls.push({ carry: body.userId, to: body.to });
      return DONE;
    },
  });
});
const room = await startPeer((app) =>
  route(app, ROUTES.replacePlayer, {
    handler: async ({ body }) => {
      calls.push({ replace: body.userId, by: body.by });
      return DONE;
    },
  }),
);
const puzzle = await startPeer((app) => {
  route(app, ROUTES.forgetSolver, {
    handler: async ({ body }) => {
      calls.push({ unlearn: body.userId });
      return DONE;
    },
  });
  route(app, ROUTES.carrySolver, {
    handler: async ({ body }) => {
      calls.push({ teach: body.to, from: body.userId });
      return DONE;
    },
  });
});
const auth = await testAuth(
  { GUESTS_PER_ADDRESS: 10_000, GUESTS_WITHOUT_PROOF: 10_000 },
  { record, room, puzzle },
);
const { context, post, get, users } = auth;

let names = 0;
async function newGuest() {
  names += 1;
  const { body } = await post('/api/auth/guest', { nickname: `带路${names}` });
  const { _id: id, nickname } = body.user as { _id: string; nickname: string };
  return { id, nickname, token: String(body.access_token) };
}
function merge(member: { token: string } | undefined, token: string, bring = true) {
  return post('/api/users/guest', { token, bring }, member?.token);
}

describe('POST /users/guest', () => {
  it('400 without a choice, 401 for visitors, refused for guests', async () => {
    const [guest, member] = [await newGuest(), await auth.newAccount()];
    expect((await post('/api/users/guest', { token: guest.token }, member.token)).status).toBe(400);
    expect((await merge(undefined, guest.token)).status).toBe(401);
    expect((await merge(guest, guest.token)).body).toEqual(errorBody('GUEST_NOT_ALLOWED'));
  });

  it('moves running games, then the history and what was learned, and ends the guest; a repeated call does the same', async () => {
    const [guest, member] = [await newGuest(), await auth.newAccount({ nickname: '带着走' })];
    const me = (await get('/api/users/me', member.token)).body as { _id: string; avatar: string };
    const moved = [
      { replace: guest.id, by: me._id },
      { carry: guest.id, to: { _id: me._id, nickname: '带着走', avatar: me.avatar } },
      { teach: me._id, from: guest.id },
    ];
    expect((await merge(member, guest.token)).body).toEqual(DONE);
    expect(calls).toEqual(moved);
    expect((await get('/api/users/me', guest.token)).body.code).toBe('TOKEN_EXPIRED');
    expect((await merge(member, guest.token)).body).toEqual(DONE);
    expect(calls).toEqual([...moved, ...moved]);
  });

  it('completes what failed half-way, and a later run moves a game that was ending', async () => {
    const [guest, member] = [await newGuest(), await auth.newAccount()];
    isDown = true;
    expect((await merge(member, guest.token)).status).toBe(500);
    isDown = false;
    expect((await merge(member, guest.token)).status).toBe(200);
    const now = Date.now();
    calls.length = 0;
    await expireGuests(context, now);
    expect(calls).toEqual([]);
    await expireGuests(context, now + 61 * 60_000);
    expect(calls).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ replace: guest.id }),
        expect.objectContaining({ carry: guest.id }),
      ]),
    );
    expect(await users.exists({ _id: guest.id })).toBeNull();
    expect((await merge(member, guest.token)).status).toBe(200);
  });

  it('deletes the games at once without `bring`, and frees the nickname', async () => {
    const [guest, member] = [await newGuest(), await auth.newAccount()];
    expect((await merge(member, guest.token, false)).status).toBe(200);
    expect(calls).toEqual([{ forget: guest.id }, { unlearn: guest.id }]);
    expect(await users.exists({ _id: guest.id })).toBeNull();
    expect((await post('/api/auth/guest', { nickname: guest.nickname })).status).toBe(200);
  });

  it('refuses tokens of members, of ended sessions, of registered and merged guests, and forged ones', async () => {
    const [member, other] = [await auth.newAccount(), await auth.newAccount()];
    const [ended, merged] = [await newGuest(), await newGuest()];
    await post('/api/auth/logout', {}, ended.token);
    await merge(other, merged.token);
    calls.length = 0;
    for (const token of [other.token, ended.token, merged.token, `${ended.token}x`, 'x'])
      expect((await merge(member, token)).body).toEqual(errorBody('NOT_A_GUEST'));
    expect(calls).toEqual([]);
    expect(await users.exists({ _id: ended.id })).not.toBeNull();
  });

  it('forgets the games of a guest whose heir was deleted', async () => {
    const [guest, member] = [await newGuest(), await auth.newAccount()];
    await merge(member, guest.token);
    const me = (await get('/api/users/me', member.token)).body as { _id: string };
    await users.updateOne({ _id: me._id }, { deletedAt: new Date() });
    calls.length = 0;
    await expireGuests(context, Date.now() + GUEST_LIFE);
    expect(calls).toContainEqual({ forget: guest.id });
  });
});
