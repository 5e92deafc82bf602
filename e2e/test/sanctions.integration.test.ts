import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LASTING_SANCTIONS, type LastingSanction, type RouteName } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import { freePorts, startPlatform } from '@doushouqi/scripts';
import { closeRedis, connectRedis, mirrorSanctions } from '@doushouqi/service-kit';
import { afterAll, describe, expect, test } from 'vitest';
import { type Cast, createCast, type LooseRequest } from '../src/authorization/cast.ts';
import { RATED_CALLS, ratedVerdictUnder, verdictUnder } from '../src/authorization/sanctions.ts';
import { requestOf } from '../src/authorization/table.ts';

const PLENTY = '100000';
const HOUR = 3_600_000;

const dataDir = mkdtempSync(join(tmpdir(), 'doushouqi-sanctions-'));
const [port = 0] = await freePorts(1);
const platform = await startPlatform({
  dataDir,
  port,
  log: () => undefined,
  env: {
    ROOM_JOINS_PER_MINUTE: PLENTY,
    ROOM_LINES_PER_MINUTE: PLENTY,
    REGISTRATIONS_PER_ADDRESS: PLENTY,
    GUESTS_PER_ADDRESS: PLENTY,
    GUESTS_WITHOUT_PROOF: PLENTY,
    RECORD_SAVES_PER_MINUTE: PLENTY,
    LOGIN_FAILURES_PER_ADDRESS: PLENTY,
  },
});
const redis = connectRedis(platform.redisUrl, { role: 'command' });
const casts = new Map<LastingSanction, Cast>();
for (const sanction of LASTING_SANCTIONS) casts.set(sanction, await createCast(platform));
afterAll(async () => {
  await closeRedis(redis);
  await platform?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Calls as the owner, who has the sanction during the call alone: what the call needs is made without it. */
async function callUnder(sanction: LastingSanction, name: RouteName, request: LooseRequest) {
  const { owner, call } = casts.get(sanction)!;
  const mirror = (end?: number) =>
    mirrorSanctions(redis, owner.id, end === undefined ? {} : { [sanction]: end }, Date.now());
  await mirror(Date.now() + HOUR);
  try {
    return await call(name, request, owner.token);
  } finally {
    await mirror();
  }
}

describe.each(LASTING_SANCTIONS)('under the sanction %s', (sanction) => {
  const cast = casts.get(sanction)!;

  test.each(Object.keys(ROUTES) as RouteName[])('%s', async (name) => {
    const { verdict } = await callUnder(sanction, name, await requestOf(name, cast, 'owner'));
    expect(verdict).toBe(verdictUnder(sanction, name));
  });

  test.each(RATED_CALLS)('$name for a rated game', async (ratedCall) => {
    const { name, ask } = ratedCall;
    const { verdict } = await callUnder(sanction, name, await ask(cast, platform));
    expect(verdict).toBe(ratedVerdictUnder(sanction, ratedCall));
  });
});

test('under a mute a ready-made phrase is accepted, but not as a private message', async () => {
  const { game, friend } = casts.get('mute')!;
  const params = { roomId: await game() };
  const said = async (body: object) => (await callUnder('mute', 'sayInRoom', { params, body })).verdict;
  expect(await said({ content: '好棋！' })).toBe('done');
  expect(await said({ content: '好棋！', toId: friend.id })).toBe('MUTED');
});

test('a refusal names the end in the time of China', async () => {
  const { reply } = await callUnder('mute', 'sayInLobby', { body: { content: '大家好' } });
  expect(reply).toEqual({
    code: 'MUTED',
    message: expect.stringMatching(/^你已被禁言到 (\d+年)?\d+月\d+日 \d\d:\d\d$/),
  });
});
