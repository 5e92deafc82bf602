import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePorts, startPlatform } from '@doushouqi/scripts';
import { apiFrom } from '@doushouqi/service-kit/testing';
import { afterAll, expect, test } from 'vitest';
import { DEN_GAME } from '../src/games.ts';
import { HeadlessPlayer } from '../src/headless-player.ts';

/**
 * A backup that version 1.0 made: two friends, a casual game, a rated game, a game of the device with a favorite, a
 * message, and a running game without clocks after four half-moves.
 */
const BACKUP = join(import.meta.dirname, 'fixtures', 'backup-1.0');
const OPERATIONS = join(import.meta.dirname, '..', '..', 'scripts', 'src', 'operations.ts');
const RUNNING = '8c635b';

const dataDir = mkdtempSync(join(tmpdir(), 'doushouqi-version-1.0-'));
const restore = [OPERATIONS, 'restore', BACKUP, '--data', dataDir, '--accept-unsigned'];
await promisify(execFile)(process.execPath, restore);
const [port = 0] = await freePorts(1);
const platform = await startPlatform({ dataDir, port, log: () => undefined });
afterAll(async () => {
  await platform.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function logIn(username: string) {
  const body = { username, password: 'correct horse' };
  const { access_token: token, user } = await apiFrom(platform.url, undefined, null).login({ body });
  return { api: apiFrom(platform.url, undefined, token), token, userId: user._id };
}

test('accounts, games, ratings and a running game of version 1.0 go on', async () => {
  const [red, blue] = [await logIn('old_red'), await logIn('old_blue')];
  const { records } = await red.api.listRecords({ query: { filter: 'all' } });
  expect(records.map(({ type, rated, ratings }) => [type, rated, ratings?.blue.after.rating])).toEqual([
    ['online', true, 1338],
    ['online', false, undefined],
    ['local', false, undefined],
  ]);
  const { records: favorites } = await red.api.listRecords({ query: { filter: 'favorites' } });
  expect(favorites.flatMap((record) => record.favorites)).toMatchObject([{ comment: '旧评' }]);
  const params = { userId: red.userId };
  expect(await red.api.getRatings({ params })).toMatchObject({ slow: { rating: 1338, games: 1 } });
  expect(await blue.api.listMessages({ params })).toMatchObject([{ content: '旧话' }]);

  const player = new HeadlessPlayer({ url: platform.url, roomId: RUNNING, ...red });
  expect(await player.play(DEN_GAME[4]!)).toBeNull();
  player.close();
  await blue.api.surrender({ params: { roomId: RUNNING } });
  const latest = async () => (await red.api.listRecords({ query: { filter: 'all' } })).records[0]?._id;
  await expect.poll(latest, { interval: 500 }).not.toBe(records[0]?._id);
});
