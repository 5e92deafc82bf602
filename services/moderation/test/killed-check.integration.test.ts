import { ENGINE_GAMES } from '@doushouqi/fair-play/testing';
import { ONLINE_RULE_SET } from '@doushouqi/rules';
import { connectMongo, openCollections } from '@doushouqi/service-kit';
import { apiFrom, signTestToken } from '@doushouqi/service-kit/testing';
import { expect, test } from 'vitest';
import { COLLECTIONS } from '../src/models.ts';
import { mortalModeration } from './mortal.ts';

const HOUR = 3_600_000;
const PATIENCE = { timeout: 60_000 };

const { play, keys, service, addUser } = await mortalModeration({ FAIR_PLAY_LOAD: '20' });

test('a check goes on with the games that are left when its process is killed', {
  timeout: 240_000,
}, async () => {
  const [operator, cheat, other] = [addUser(1, '阿山'), addUser(2, '夜行客'), addUser(3, '花豹')];
  const now = Date.now();
  const games = ENGINE_GAMES.map(({ side, record }, n) => {
    const gameId = `g${n}`;
    const plies = (record.length - 6) / 3;
    const moveTimes = Array.from({ length: plies }, (_, ply) => 4_000 * (ply + 1));
    play.moves.set(gameId, { gameId, record, ruleSet: ONLINE_RULE_SET, start: null, moveTimes });
    return {
      ...{ gameId, at: now - (n + 1) * HOUR, opponentId: other, side, outcome: 'win' as const, plies },
      ...{ endReason: 'DEN_CAPTURED', rating: 1_500, opponentRating: 1_500, isOpponentNew: false },
      ...{ change: 9, isArranged: false, focusLosses: 0, lags: [] },
    };
  });
  play.games.set(cheat, games);
  const token = signTestToken(operator, keys.privateKey, { role: 'operator' });
  const api = apiFrom(service.url, undefined, token);
  const params = { userId: cheat };
  service.start();
  await expect.poll(() => api.checkPerson({ params }).catch(() => null), PATIENCE).toEqual({ success: true });

  const open = async () => {
    const connection = await connectMongo(service.storeUrl);
    return { connection, ...(await openCollections(connection, COLLECTIONS)) };
  };
  const before = await open();
  const done = { version: { $gt: 0 } };
  await expect.poll(() => before.judged.countDocuments(done), PATIENCE).toBeGreaterThan(1);
  await service.kill();
  await before.connection.close();
  service.startStore();
  const between = await open();
  const judged = await between.judged.find(done).lean();
  expect(judged.length).toBeLessThan(games.length);
  // Would be judged again if the moves were asked for again; the interrupted one is free a minute later.
  for (const { _id } of judged) play.moves.delete(_id);
  await between.judged.updateMany({ version: 0 }, { $set: { leaseUntil: 0 } });
  await between.connection.close();
  await service.kill();
  service.start();

  const flags = async () => (await api.showFairPlay({ params }).catch(() => null))?.flags ?? [];
  await expect
    .poll(async () => (await flags()).map(({ kind }) => kind), { timeout: 120_000 })
    .toContain('engine');
  const after = await open();
  expect(await after.judged.countDocuments(done)).toBe(games.length);
  expect(await after.judged.find({ _id: { $in: judged.map(({ _id }) => _id) } }).lean()).toEqual(judged);
  await after.connection.close();
});
