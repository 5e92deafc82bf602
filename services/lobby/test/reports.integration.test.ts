import { errorBody } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import { errorOf, route } from '@doushouqi/service-kit';
import { idOf, startPeer } from '@doushouqi/service-kit/testing';
import { describe, expect, it } from 'vitest';
import { testLobby } from './fixtures.ts';

const MESSAGE = 'c'.repeat(24);
const OTHERS = idOf(0xaaaa);

/** Social has one message of `OTHERS`, which only `receiver` may report. */
let receiver = '';
const social = await startPeer((app) =>
  route(app, ROUTES.showReceived, {
    handler: ({ body: { userId, messageId } }) => {
      if (userId !== receiver || messageId !== MESSAGE) throw errorOf('NOT_FOUND');
      return { _id: messageId, fromId: OTHERS, toId: userId, content: '私下骂人', timestamp: 5_000 };
    },
  }),
);
/** May not see the room. */
let stranger = '';
const room = await startPeer((app) =>
  route(app, ROUTES.showLine, {
    handler: ({ body: { roomId, userId, lineId } }) => {
      if (roomId !== 'R7' || userId === stranger || lineId !== 'l1') throw errorOf('NOT_FOUND');
      return { id: 'l1', fromId: OTHERS, content: '当众骂人', ply: 3, timestamp: 6_000 };
    },
  }),
);
const lobby = await testLobby({ social, room });
const { newUser, profiles, reports } = lobby;
profiles.users.set(OTHERS, { _id: OTHERS, username: 'bad', nickname: '坏名字', avatar: 'rat.png' });

async function report(reporter: string, body: object) {
  const reply = await lobby.call('POST', '/api/reports', { token: lobby.token(reporter), body });
  return [reply.status, reply.body];
}
const DONE = [200, { success: true }];

describe('refused reports', () => {
  it('401 without a token, 400 for guests and unknown kinds', async () => {
    const body = { kind: 'nickname', userId: OTHERS };
    expect((await lobby.call('POST', '/api/reports', { body })).status).toBe(401);
    const token = lobby.guestToken(newUser());
    expect((await lobby.call('POST', '/api/reports', { token, body })).body).toEqual(
      errorBody('GUEST_NOT_ALLOWED'),
    );
    for (const wrong of [
      {},
      { kind: 'game', userId: OTHERS },
      { kind: 'message', messageId: { $ne: null } },
      { kind: 'roomLine', roomId: 'R7' },
      { kind: 'avatar', userId: 'x' },
    ])
      expect((await report(newUser(), wrong))[0]).toBe(400);
    expect(await reports.countDocuments()).toBe(0);
  });

  it('refuses what the reporter did not receive, what does not exist, and the own name', async () => {
    const reporter = newUser();
    receiver = newUser();
    expect(await report(reporter, { kind: 'message', messageId: MESSAGE })).toEqual([
      404,
      errorBody('NOT_FOUND'),
    ]);
    stranger = newUser();
    expect((await report(stranger, { kind: 'roomLine', roomId: 'R7', lineId: 'l1' }))[1]).toEqual(
      errorBody('NOT_FOUND'),
    );
    expect((await report(reporter, { kind: 'roomLine', roomId: 'R7', lineId: 'l2' }))[1]).toEqual(
      errorBody('NOT_FOUND'),
    );
    expect((await report(reporter, { kind: 'avatar', userId: idOf(0xbbbb) }))[1]).toEqual(
      errorBody('USER_NOT_FOUND'),
    );
    expect((await report(reporter, { kind: 'nickname', userId: reporter }))[1]).toEqual(
      errorBody('NOT_YOURSELF'),
    );
    expect(await reports.countDocuments()).toBe(0);
  });
});

it('stores the content from the service that has it, once for each reporter', async () => {
  receiver = newUser();
  const forged = { content: '捏造的话', line: { content: '捏造' } };
  for (const body of [
    { kind: 'message', messageId: MESSAGE },
    { kind: 'roomLine', roomId: 'R7', lineId: 'l1' },
    { kind: 'nickname', userId: OTHERS },
    { kind: 'avatar', userId: OTHERS },
  ]) {
    expect(await report(receiver, { ...body, ...forged })).toEqual(DONE);
    expect(await report(receiver, body)).toEqual(DONE);
  }
  const stored = await reports.find().lean();
  const found = stored.map(({ kind, line }) => [kind, line.userId, line.nickname, line.content]);
  expect(found).toEqual([
    ['message', OTHERS, '坏名字', '私下骂人'],
    ['roomLine', OTHERS, '坏名字', '当众骂人'],
    ['nickname', OTHERS, '坏名字', '坏名字'],
    ['avatar', OTHERS, '坏名字', 'rat.png'],
  ]);
  expect(stored.map(({ line }) => line.at.getTime()).slice(0, 2)).toEqual([5_000, 6_000]);
  expect(await report(newUser(), { kind: 'avatar', userId: OTHERS })).toEqual(DONE);
  expect(await reports.countDocuments({ kind: 'avatar' })).toBe(2);
});

it('another nickname of the same user can be reported again', async () => {
  const reporter = newUser();
  const body = { kind: 'nickname', userId: OTHERS };
  await report(reporter, body);
  profiles.users.set(OTHERS, { _id: OTHERS, username: 'bad', nickname: '更坏的名字', avatar: 'rat.png' });
  await report(reporter, body);
  const stored = await reports.find({ reporterId: reporter }).lean();
  expect(stored.map(({ line }) => line.content)).toEqual(['坏名字', '更坏的名字']);
});

it('a user reports ten times a minute', async () => {
  const reporter = newUser();
  const replies = [];
  for (let n = 0; n < 11; n += 1)
    replies.push((await report(reporter, { kind: 'avatar', userId: OTHERS }))[0]);
  expect(replies).toEqual([...Array(10).fill(200), 429]);
});
