import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RouteDef, RouteName } from '@doushouqi/protocol';
import { ROUTES, SERVICE_NAMES } from '@doushouqi/protocol/server';
import { freePorts, startPlatform } from '@doushouqi/scripts';
import { afterAll, describe, expect, test } from 'vitest';
import { createCast, WHO } from '../src/authorization/cast.ts';
import { routesServed, routesWithoutToken } from '../src/authorization/served.ts';
import { requestOf, verdictOf } from '../src/authorization/table.ts';

const PLENTY = '100000';

const dataDir = mkdtempSync(join(tmpdir(), 'doushouqi-authorization-'));
const [port = 0] = await freePorts(1);
const platform = await startPlatform({
  dataDir,
  port,
  log: () => undefined,
  env: {
    TRUST_PROXY: 'loopback',
    ROOM_JOINS_PER_MINUTE: PLENTY,
    ROOM_LINES_PER_MINUTE: PLENTY,
    RECORD_SAVES_PER_MINUTE: PLENTY,
    LOGIN_FAILURES_PER_ADDRESS: PLENTY,
  },
});
const cast = await createCast(platform);
afterAll(async () => {
  await platform?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

describe.each(Object.keys(ROUTES) as RouteName[])('%s', (name) => {
  test.each(WHO)('called by %s', async (who) => {
    const request = await requestOf(name, cast, who);
    const { verdict } = await cast.call(name, request, cast.tokenOf(who));
    expect(verdict).toBe(verdictOf(name, who));
  });
});

describe('returns only the caller’s data in accepted calls', () => {
  test('returns friends only to their owner', async () => {
    const friendsSeenBy = async (token?: string) => {
      const { reply } = await cast.call('getUser', { params: { id: cast.owner.id } }, token);
      return (reply as { friends: string[] }).friends;
    };
    expect(await friendsSeenBy(cast.owner.token)).toContain(cast.friend.id);
    expect(await friendsSeenBy(cast.other.token)).toEqual([]);
    expect(await friendsSeenBy()).toEqual([]);
  });

  test('shows a conversation only to its two users', async () => {
    const request = { params: { userId: cast.friend.id } };
    const seenBy = async (token: string) => (await cast.call('listMessages', request, token)).reply;
    expect(await seenBy(cast.owner.token)).not.toEqual([]);
    expect(await seenBy(cast.other.token)).toEqual([]);
  });

  test('shows a history to its owner, and a shared game without the owner’s private data', async () => {
    const game = { moves: '000124805', winner: 2, endReason: 'SURRENDER' };
    const { recordId } = await cast.must<{ recordId: string }>('saveLocalGame', { body: game }, cast.owner);
    const params = { id: recordId };
    await cast.must('addFavorite', { params, body: { comment: '私下的话' } }, cast.owner);
    const { shareId } = await cast.must<{ shareId: string }>('shareRecord', { params }, cast.owner);
    const { reply: shared } = await cast.call('getSharedRecord', { params: { shareId } });
    expect(shared).toMatchObject({ record: { _id: recordId, favorites: [], shareId: null } });
    for (const name of ['listRecords', 'exportRecords'] as const) {
      expect(JSON.stringify((await cast.call(name, {}, cast.owner.token)).reply)).toContain('私下的话');
      const { reply } = await cast.call(name, {}, cast.other.token);
      expect(JSON.stringify(reply)).not.toContain(recordId);
    }
  });

  test('removes no user when a user leaves a room without being in it', async () => {
    const roomId = await cast.game();
    await cast.call('leaveRoom', { params: { roomId } }, cast.other.token);
    const { reply } = await cast.call('getRoom', { params: { roomId } });
    expect(reply).toMatchObject({ status: 'playing', players: [cast.owner.id, expect.any(String)] });
  });
});

test.each(SERVICE_NAMES)('%s serves exactly its routes', async (service) => {
  const own = Object.values<RouteDef>(ROUTES).filter((route) => route.service === service);
  const named = own.map(({ method, path }) => `${method} ${path}`);
  expect(await routesServed(platform, service)).toEqual(named.sort());
});

test.each(SERVICE_NAMES)('%s answers no other process without a token', async (service) => {
  expect(await routesWithoutToken(platform, service)).toEqual([]);
});
