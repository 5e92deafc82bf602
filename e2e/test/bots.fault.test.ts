import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOUSE_BOTS, type PersonalEvents, type RoomSnapshot } from '@doushouqi/protocol';
import { legalGameMoves, newGame, ONLINE_RULE_SET, play } from '@doushouqi/rules';
import { freePorts, startPlatform } from '@doushouqi/scripts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { HeadlessPlayer } from '../src/headless-player.ts';
import { enroll, type Member } from '../src/members.ts';
import { publish } from '../src/publish.ts';

/** Two processes, so that each can take over the games of the other. */
const PROCESSES = ['bot-1', 'bot-2'] as const;
const dataDir = mkdtempSync(join(tmpdir(), 'doushouqi-bots-'));
// No browser is used, so the web is not built.
writeFileSync(join(dataDir, 'index.html'), '');
const [port = 0] = await freePorts(1);
const platform = await startPlatform({
  dataDir,
  port,
  webDist: dataDir,
  replicas: { bot: PROCESSES.length },
});
const rows: string[] = [];
const clients: HeadlessPlayer[] = [];
let number = 0;
type Paired = Parameters<PersonalEvents['paired']>[0];

async function until(timeout: number, holds: () => Promise<boolean>): Promise<void> {
  await vi.waitFor(async () => expect(await holds()).toBe(true), { timeout, interval: 200 });
}

beforeAll(async () => {
  await until(20_000, async () => {
    const response = await fetch(`${platform.url}/api/pairing/pools`);
    return ((await response.json()) as { bots?: true }).bots === true;
  });
});
afterAll(async () => {
  for (const client of clients) client.close();
  publish(['| killed | answer of the bot after |', '| --- | --- |', ...rows].join('\n'));
  await platform.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function newMember(): Promise<Member> {
  number += 1;
  return enroll(platform.url, `棋手${number}`, number);
}

function connect({ token, user }: Member, roomId: string): HeadlessPlayer {
  const client = new HeadlessPlayer({ url: platform.url, token, roomId, userId: user._id });
  clients.push(client);
  return client;
}

/** Sits down against the bot of level 1, on red. */
async function sitDown(member: Member, rated = false): Promise<HeadlessPlayer> {
  const body = { level: 1, initial: 5, increment: 3, color: 'red', rated } as const;
  const { roomId, color } = await member.api.playBot({ body });
  const client = connect(member, roomId);
  await client.until(() => client.header !== null, 5_000, 'in the room');
  client.socket.emit('tableShown', { roomId });
  if (color === 'blue') await client.until(() => client.moves.length > 0, 10_000, 'begun by the bot');
  return client;
}

/** Plays a legal move and returns the time until the bot has answered, ms. */
async function moveAndWait(client: HeadlessPlayer): Promise<number> {
  let game = newGame(ONLINE_RULE_SET);
  for (const move of client.moves) {
    const next = play(game, move);
    if (next.ok) game = next.value;
  }
  const ply = client.moves.length;
  const moves = legalGameMoves(game);
  expect(await client.play(moves[ply % moves.length]!)).toBeNull();
  const began = performance.now();
  await client.until(() => client.moves.length >= ply + 2, 15_000, 'answered by the bot');
  return performance.now() - began;
}

async function roomOf(roomId: string): Promise<RoomSnapshot> {
  const response = await fetch(`${platform.url}/api/games/rooms/${roomId}?view=compact`);
  return (await response.json()) as RoomSnapshot;
}

describe('a person against a bot', () => {
  test('plays, takes back a move and plays again, while the search goes on', async () => {
    const member = await newMember();
    const pool = { initial: 5, increment: 3, rated: false };
    await member.api.joinPairing({ body: pool });
    const client = await sitDown(member);
    const { roomId } = await member.api.playBot({ body: { level: 3, initial: 5, increment: 3 } });
    expect(roomId).toBe(client.header === null ? null : roomId);
    await moveAndWait(client);
    expect((await member.api.getMyPairing()).ticket).toMatchObject(pool);

    await member.api.requestUndo({ params: { roomId } });
    await client.until(() => client.moves.length === 0, 5_000, 'taken back');
    for (let n = 0; n < 5; n++) await moveAndWait(client);
    await member.api.surrender({ params: { roomId } });
    await client.until(() => client.header?.status === 'over', 5_000, 'resigned');
    client.socket.emit('requestReset', { roomId });
    await client.until(() => client.header?.status === 'playing', 5_000, 'in the next game');
    expect(client.header?.players[1]).toBe(member.user._id);
  });

  test('ends the game without a loss before the sixth own move', async () => {
    const member = await newMember();
    const client = await sitDown(member);
    await moveAndWait(client);
    const { roomId } = await member.api.playBot({ body: { level: 1, initial: 5, increment: 3 } });
    await member.api.leaveRoom({ params: { roomId } });
    expect(await roomOf(roomId)).toMatchObject({ status: 'aborted', winner: -1 });
  });

  test('plays a bot that it challenged, which accepts at once', async () => {
    const member = await newMember();
    const client = connect(member, 'nowhere');
    await vi.waitFor(() => expect(client.socket.connected).toBe(true), 5_000);
    const paired = new Promise<Paired>((resolve) => client.socket.once('paired', resolve));
    const body = { initial: 5, increment: 3, rated: false, toId: HOUSE_BOTS[1]!._id };
    await member.api.createChallenge({ body });
    const { roomId, opponent } = await paired;
    expect(opponent).toMatchObject({ _id: body.toId, isBot: true });
    await until(10_000, async () => (await roomOf(roomId)).players.includes(body.toId));
  });

  test('changes the rating against bots in a rated game, and no other', async () => {
    const member = await newMember();
    const client = await sitDown(member, true);
    await moveAndWait(client);
    const { roomId } = await member.api.playBot({ body: { level: 1, initial: 5, increment: 3 } });
    await member.api.surrender({ params: { roomId } });
    const params = { userId: member.user._id };
    await until(10_000, async () => (await member.api.getRatings({ params })).bot?.games === 1);
    expect(await member.api.getRatings({ params })).toMatchObject({ fast: { games: 0 }, slow: { games: 0 } });
    // The history shows the game at once and its rating change when rating has answered.
    const record = async () => (await member.api.listRecords({ query: {} })).records[0];
    await until(10_000, async () => ((await record())?.ratings ?? null) !== null);
    expect(await record()).toMatchObject({ rated: false, ratings: { red: {}, blue: {} } });
  });

  test('is paired with a person meanwhile', async () => {
    const [one, other] = [await newMember(), await newMember()];
    const body = { initial: 10, increment: 5, rated: false };
    await one.api.joinPairing({ body });
    const client = await sitDown(one);
    await moveAndWait(client);
    await other.api.joinPairing({ body });
    // The queue pairs connected users only.
    connect(other, 'nowhere');
    await until(10_000, async () => (await one.api.getMyPairing()).paired !== null);
    expect((await one.api.getMyPairing()).paired?.opponent._id).toBe(other.user._id);
  });
});

describe('a killed process', () => {
  test.each([
    ['one process', ['bot-1']],
    ['the other process', ['bot-2']],
    ['both processes', ['bot-1', 'bot-2']],
  ])('costs a game at most 5 s and no move: %s', async (name, killed) => {
    const client = await sitDown(await newMember());
    await moveAndWait(client);
    const before = [...client.moves];
    const killing = Promise.all(killed.map((process) => platform.kill(process, 'SIGKILL')));
    const answeredAfter = await moveAndWait(client);
    await killing;
    rows.push(`| ${name} | ${(answeredAfter / 1_000).toFixed(1)} s |`);
    expect(client.moves.slice(0, before.length)).toEqual(before);
    expect(answeredAfter).toBeLessThan(killed.length === 1 ? 6_800 : 10_000);
    await Promise.all(killed.map((process) => platform.waitReady(process)));
  });
});

describe('an exhibition', () => {
  test('runs while clients read an empty list, and ends without a result after that', async () => {
    const look = async () => {
      const response = await fetch(`${platform.url}/api/pairing/games`);
      return ((await response.json()) as { games: { roomId: string; red: { isBot?: true } }[] }).games[0];
    };
    await until(10_000, async () => (await look()) !== undefined);
    const { roomId, red } = (await look())!;
    expect(red.isBot).toBe(true);
    await until(15_000, async () => (await roomOf(roomId)).ply >= 2);
    await until(60_000, async () => (await roomOf(roomId)).status === 'aborted');
  });
});

describe('the account of a bot', () => {
  const { _id, username } = HOUSE_BOTS[4]!;

  test('cannot be used by hand', async () => {
    const post = async (path: string, body: object, token = '') => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
      const response = await fetch(`${platform.url}${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      return response.status;
    };
    const { token } = await newMember();
    for (const password of ['', username, 'password123', _id])
      expect(await post('/api/auth/login', { username, password })).toBe(400);
    expect(
      await post('/api/auth/register', {
        username,
        nickname: '机关象',
        password: 'password123',
        confirmPassword: 'password123',
      }),
    ).toBe(400);
    for (const path of ['/internal/bots/session', '/api/internal/bots/session'])
      expect([404, 405]).toContain(await post(path, { level: 5 }, token));
    const direct = `http://127.0.0.1:${platform.processes.get('auth')!.port}/internal/bots/session`;
    const response = await fetch(direct, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{"level":5}',
    });
    expect(response.status).toBe(401);
  });

  test('is marked, and always counts as online', async () => {
    const response = await fetch(`${platform.url}/api/users/${_id}`);
    expect(await response.json()).toMatchObject({ nickname: '机关象', isBot: true, isOnline: true });
  });
});
