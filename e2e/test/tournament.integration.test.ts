import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOUSE_BOTS, type PersonalEvents } from '@doushouqi/protocol';
import { legalGameMoves, newGame, ONLINE_RULE_SET, play } from '@doushouqi/rules';
import { freePorts, refusedByRedis, startPlatform } from '@doushouqi/scripts';
import { afterAll, expect, test, vi } from 'vitest';
import { HeadlessPlayer } from '../src/headless-player.ts';
import { enroll, type Member } from '../src/members.ts';
import { moveTournament, storeTournament } from '../src/store-tournament.ts';

const MINUTE = 60_000;
const dataDir = mkdtempSync(join(tmpdir(), 'doushouqi-tournament-'));
// No browser is used, so the web is not built.
writeFileSync(join(dataDir, 'index.html'), '');
const [port = 0] = await freePorts(1);
const platform = await startPlatform({
  dataDir,
  port,
  webDist: dataDir,
  log: () => undefined,
});
const clients: HeadlessPlayer[] = [];
afterAll(async () => {
  for (const client of clients) client.close();
  const refused = await refusedByRedis(platform.redisUrl);
  await platform.stop();
  rmSync(dataDir, { recursive: true, force: true });
  expect(refused).toEqual([]);
});

type Paired = Parameters<PersonalEvents['tournamentPaired']>[0];
interface Entrant extends Member {
  socket: HeadlessPlayer['socket'];
  paired: Paired[];
}

async function newEntrant(nickname: string): Promise<Entrant> {
  const member = await enroll(platform.url, nickname);
  const { socket } = connect(member, 'nowhere');
  const paired: Paired[] = [];
  socket.on('tournamentPaired', (event) => void paired.push(event));
  await vi.waitFor(() => expect(socket.connected).toBe(true), { timeout: 30_000 });
  return { ...member, socket, paired };
}

function connect({ token, user }: Member, roomId: string): HeadlessPlayer {
  const client = new HeadlessPlayer({ url: platform.url, token, roomId, userId: user._id });
  clients.push(client);
  return client;
}

async function untilPaired({ paired }: Entrant, count: number): Promise<Paired> {
  await vi.waitFor(() => expect(paired.length).toBeGreaterThanOrEqual(count), { timeout: 60_000 });
  return paired[count - 1]!;
}

/** Plays the first legal move of a side. */
async function moveOnce(client: HeadlessPlayer): Promise<void> {
  let game = newGame(ONLINE_RULE_SET);
  for (const move of client.moves) {
    const next = play(game, move);
    if (next.ok) game = next.value;
  }
  expect(await client.play(legalGameMoves(game)[0]!)).toBeNull();
}

/** A member without a seat watches the game and neither moves, nor ends it, nor reports its end. */
async function expectStrangerRefused(roomId: string): Promise<void> {
  const stranger = await newEntrant('黑豹');
  const client = connect(stranger, roomId);
  await client.inRoom();
  const { from, to } = legalGameMoves(newGame(ONLINE_RULE_SET))[0]!;
  for (const player of [1, 2] as const) {
    const ack = await client.socket.emitWithAck('move', { roomId, from, to, player, ply: 2, id: 'stranger' });
    expect(ack).toMatchObject({ ok: false, code: 'NOT_A_PLAYER' });
  }
  const params = { roomId };
  await expect(stranger.api.surrender({ params })).rejects.toMatchObject({ code: 'NOT_A_PLAYER' });
  for (const path of ['/internal/tournaments/games', '/api/internal/tournaments/games']) {
    const headers = { authorization: `Bearer ${stranger.token}`, 'content-type': 'application/json' };
    const reply = await fetch(`${platform.url}${path}`, { method: 'POST', headers, body: '{}' });
    expect([path, reply.status]).toEqual([path, 404]);
  }
}

function untilShown(id: string, shown: object) {
  return vi.waitFor(
    async () =>
      expect(await (await fetch(`${platform.url}/api/tournaments/${id}`)).json()).toMatchObject(shown),
    { timeout: 60_000, interval: 200 },
  );
}

test('two players meet in an arena, play, are rated and find the game in their history', {
  timeout: 180_000,
}, async () => {
  const id = await storeTournament(platform.mongodbUrl, { kind: 'arena', minutes: 30 });
  const players = [await newEntrant('山君'), await newEntrant('苍狼')];
  for (const { api } of players) {
    await vi.waitFor(() => api.joinTournament({ params: { id } }), { timeout: 30_000, interval: 200 });
  }
  const [game, other] = [await untilPaired(players[0]!, 1), await untilPaired(players[1]!, 1)];
  expect(other.roomId).toBe(game.roomId);
  const [red, blue] = game.color === 'red' ? players : players.toReversed();
  const tables = [connect(red!, game.roomId), connect(blue!, game.roomId)];
  for (const table of tables) {
    await table.inRoom();
    table.socket.emit('tableShown', { roomId: game.roomId });
    await moveOnce(table);
  }
  expect(tables[0]!.header).toMatchObject({ kind: 'arena', context: `tournament:${id}` });
  await expectStrangerRefused(game.roomId);
  // One game at a time: neither searches nor plays elsewhere.
  await expect(
    red!.api.joinPairing({ body: { initial: 5, increment: 3, rated: false } }),
  ).rejects.toMatchObject({
    code: 'ALREADY_PLAYING',
  });
  await red!.api.surrender({ params: { roomId: game.roomId } });
  await untilShown(id, { players: 2, games: 0 });
  const pointsOf = async () => {
    const { rows } = await blue!.api.getStandings({ params: { id } });
    return rows.map(({ user, points }) => [user._id, points]);
  };
  await expect.poll(pointsOf).toEqual([
    [blue!.user._id, 2],
    [red!.user._id, 0],
  ]);
  await vi.waitFor(
    async () => {
      const { records } = await blue!.api.listRecords({ query: { limit: 10 } });
      expect(records).toMatchObject([{ rated: true, ratings: { red: expect.anything() } }]);
    },
    { timeout: 60_000 },
  );
  await moveTournament(platform.mongodbUrl, id, Date.now() - 30 * MINUTE);
  await untilShown(id, { phase: 'finished', champion: { _id: blue!.user._id } });
});

test('a lone player of the daily arena plays a house bot, without a rating', {
  timeout: 180_000,
}, async () => {
  const seed = { kind: 'arena', minutes: 30, hasBots: true, rated: false } as const;
  const id = await storeTournament(platform.mongodbUrl, seed);
  const player = await newEntrant('白象');
  await vi.waitFor(() => player.api.joinTournament({ params: { id } }), { timeout: 30_000, interval: 200 });
  await untilShown(id, { players: 1 + HOUSE_BOTS.length, hasBots: true });
  const { roomId, opponent, color } = await untilPaired(player, 1);
  expect(HOUSE_BOTS.map(({ _id }) => _id)).toContain(opponent._id);
  const table = connect(player, roomId);
  await table.inRoom();
  table.socket.emit('tableShown', { roomId });
  if (color === 'red') await moveOnce(table);
  await table.until(() => table.moves.length > 0, 30_000, 'begun');
  if (color === 'blue') await moveOnce(table);
  else await table.until(() => table.moves.length > 1, 30_000, 'answered by the bot');
  expect(table.header).toMatchObject({ kind: 'arena', isRated: false });
  await player.api.surrender({ params: { roomId } });
  await untilShown(id, { games: 0 });
  await vi.waitFor(
    async () => {
      const { records } = await player.api.listRecords({ query: { limit: 10 } });
      expect(records).toMatchObject([{ rated: false, ratings: null }]);
    },
    { timeout: 60_000 },
  );
});
