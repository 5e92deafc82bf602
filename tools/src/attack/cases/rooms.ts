import { once } from 'node:events';
import { createServer } from 'node:net';
import { HOUSE_BOTS, PUSH_KINDS, type PushKinds } from '@doushouqi/protocol';
import { formatRecord, type Move, newGame, ONLINE_RULE_SET, play } from '@doushouqi/rules';
import { gameScripts } from '@doushouqi/scripts';
import type { RedisClient } from '@doushouqi/service-kit';
import { times } from '../../numbers.ts';
import { type Attack, atMost, info, is, isRefused, only, outcome, tally, tallyInOrder } from '../attack.ts';
import { sitDown } from '../bystanders.ts';
import { type Attendant, chosen, PASSWORD, randomId, type Target } from '../target.ts';
import { RATED_POOL } from './pairing.ts';

const NAMES = ['系统管理员', '加群 123456', '外挂'];
/** Current length limit of a game, and the former maximum. Plies. */
const BOUND = 1_000;
const ONCE = 4_000;

/** Addresses inside, plain and disguised; `port` is that of a listener. */
function endpointsInside(port: number, redisPort: string): string[] {
  return `http://127.0.0.1:${port}/ https://127.0.0.1:${port}/ https://localhost:${port}/ https://[::1]:${port}/
    https://[::ffff:127.0.0.1]:${port}/ https://2130706433:${port}/ https://0x7f.1:${port}/ https://127.1:${port}/
    https://localtest.me:${port}/ https://127.0.0.1.nip.io:${port}/ https://fcm.googleapis.com@127.0.0.1:${port}/
    https://127.0.0.1:${port}/fcm.googleapis.com https://127.0.0.1:${port}\\@fcm.googleapis.com/
    https://fcm.googleapis.com.127.0.0.1.nip.io:${port}/ https://fcm.googleapis.com:${port}/
    https://fcm.googleapis.com./ https://.notify.windows.com/ https://..push.apple.com/ https://a..push.apple.com/
    https://.push.apple.com/ https://a.push.apple.com./ https://ｆcm.googleapis.com.nip.io/
    http://127.0.0.1:${redisPort}/ http://169.254.169.254/latest/meta-data/ https://mongodb:27017/
    gopher://127.0.0.1:6379/_FLUSHALL file:///etc/passwd ftp://fcm.googleapis.com/`.split(/\s+/);
}

/** Writes a game into an unused room, because playing thousands of moves takes minutes. */
async function put(redis: RedisClient, roomId: string, moves: readonly Move[]): Promise<void> {
  const [key] = await redis.keys(`{room:${roomId}}:state*`);
  const text = key && (await redis.hget(key, 'room'));
  if (!key || !text) throw new Error('the room is gone');
  const stored = JSON.parse(text) as { v: number; header: { ply: number } };
  const game = moves.reduce((played, move) => {
    const next = play(played, move);
    if (!next.ok) throw new Error(next.error);
    return next.value;
  }, newGame(ONLINE_RULE_SET));
  stored.v = Number(await redis.hget(key, 'v')) + 1;
  stored.header.ply = moves.length;
  Object.assign(stored, {
    record: formatRecord(game),
    moveTimes: moves.map((_, ply) => `${ply},`).join(''),
  });
  await redis.hset(key, 'v', stored.v, 'room', JSON.stringify(stored));
}

/** Two players extend a game without end; resolves to the room of the longest game. */
async function playWithoutEnd(t: Target): Promise<{ roomId: string; plies: number }> {
  const players = [await t.enter(), await t.enter()] as const;
  const roomWith = async (moves: readonly Move[]): Promise<string> => {
    const roomId = randomId();
    for (const { api } of players) await api.joinRoom({ body: { roomId } });
    await t.withRedis((redis) => put(redis, roomId, moves));
    return roomId;
  };
  const script = gameScripts(1, BOUND + 2)[0]!;
  const roomId = await roomWith(script.slice(0, BOUND - 2));
  for (const { client } of players) await client.join(roomId);
  for (let ply = BOUND - 2; ply < BOUND + 2; ply++) {
    const message = { roomId, ...script[ply], player: (ply % 2) + 1, ply, id: `${ply}` };
    if (!(await players[ply % 2]!.client.ask('move', message)).ok) break;
  }
  const room = await players[0].api.getRoom({ params: { roomId }, query: { view: 'compact' } });
  const plies = 'record' in room ? (room.record.length - 6) / 3 : Number.NaN;
  if (room.status !== 'playing' || plies < BOUND) return { roomId, plies };
  return { roomId: await roomWith(gameScripts(1, ONCE)[0]!), plies: ONCE };
}

/** Makes and withdraws offers by HTTP and socket, without pause. Resolves to the number of accepted ones. */
async function loopOffers({ api, client }: Attendant, roomId: string): Promise<number> {
  let taken = 0;
  const until = Date.now() + 3_000;
  const repeat = async (act: () => Promise<boolean>): Promise<void> => {
    while (Date.now() < until) if (await act()) taken += 1;
  };
  const byHttp = (...calls: ('requestReset' | 'rejectReset' | 'requestDraw' | 'cancelDraw')[]) => {
    let n = 0;
    return repeat(async () => !isRefused(await outcome(api[calls[n++ % 2]!]({ params: { roomId } }))));
  };
  let n = 0;
  const bySocket = repeat(async () => {
    const event = n++ % 2 === 0 ? 'requestReset' : 'rejectReset';
    return (await client.ask(event, { roomId })).ok;
  }).catch(() => undefined);
  await Promise.all([bySocket, byHttp('requestReset', 'rejectReset'), byHttp('requestDraw', 'cancelDraw')]);
  return taken;
}

export const ROOMS: readonly Attack[] = [
  {
    name: 'long-game',
    what: 'Two players never end their game; then the room is read 5 times in parallel, and 100 times from one address.',
    aim: `A game ends at ply ${BOUND}; a stranger joins a room in under 1 s; one address is refused.`,
    slow: true,
    async run(t) {
      const { roomId, plies } = await playWithoutEnd(t);
      const read = async (address = t.newAddress()) => {
        const url = `${t.platform.url}/api/games/rooms/${roomId}`;
        const response = await fetch(url, { headers: { 'x-forwarded-for': address } });
        return { ok: response.ok, bytes: (await response.arrayBuffer()).byteLength };
      };
      const begun = performance.now();
      const reads = times(5, () => read());
      await t.as(t.newUser().token).joinRoom({ body: { roomId: randomId() } });
      const joined = performance.now() - begun;
      const [first] = await reads;
      const seen = performance.now() - begun;
      const address = t.newAddress();
      const served = (await times(100, () => read(address), 5)).filter(({ ok }) => ok).length;
      return {
        plies: atMost(plies, BOUND),
        'one read': info(`${Math.round(first!.bytes / 1_000)} kB`),
        '5 reads at once': info(`${Math.round(seen)} ms`),
        'a stranger’s join': atMost(joined, 1_000, 'ms'),
        'served of 100': atMost(served, 99),
      };
    },
  },
  {
    name: 'prompt-loop',
    what: 'A player offers a new game and a draw, and withdraws both, by HTTP and socket, for three seconds.',
    aim: 'The opponent sees at most 3 prompts.',
    async run(t) {
      const [attacker, opponent] = [await t.enter(), await t.enter()];
      const roomId = await sitDown([attacker, opponent]);
      let asked: string | null = null;
      let prompts = 0;
      opponent.client.on('gameStateUpdate', ({ drawRequester, resetRequester }) => {
        const now = `${drawRequester} ${resetRequester}`;
        if (now !== asked && (drawRequester || resetRequester)) prompts += 1;
        asked = now;
      });
      const taken = await loopOffers(attacker, roomId);
      // One of each kind.
      return {
        'offers and answers accepted': [taken, taken > 0],
        'prompts shown': [prompts, prompts > 0 && prompts <= 3],
      };
    },
  },
  {
    name: 'abandoned-rooms',
    what: 'One user creates 30 rooms and joins none of them.',
    aim: 'At most 5 rooms, which expire after 15 minutes.',
    async run(t) {
      const api = t.as(t.newUser().token);
      const opened: string[] = [];
      await times(30, async () => {
        const roomId = randomId();
        if (!isRefused(await outcome(api.joinRoom({ body: { roomId } })))) opened.push(roomId);
      });
      const lives = await t.withRedis(async (redis) => {
        const keys = (await Promise.all(opened.map((roomId) => redis.keys(`{room:${roomId}}:*`)))).flat();
        return Promise.all(keys.map((key) => redis.pttl(key)));
      });
      return {
        'rooms opened': atMost(opened.length, 5),
        'they live for': atMost(Math.ceil(Math.max(0, ...lives) / 60_000), 15, 'min'),
      };
    },
  },
  {
    name: 'borrowed-names',
    what: `A player nudges under other names: ${NAMES.join(', ')}.`,
    aim: 'The opponent sees the name of the account.',
    async run(t) {
      const [attacker] = await t.attend('老实人');
      const opponent = await t.enter();
      const roomId = await sitDown([attacker, opponent]);
      const heard = once(opponent.client, 'buttonClicked', { signal: AbortSignal.timeout(10_000) });
      for (const nickname of NAMES) attacker.client.tell('buttonClick', { roomId, nickname });
      const [{ nickname }] = (await heard) as [{ nickname: string }];
      return { 'name seen': [nickname, nickname.startsWith('老实人')] };
    },
  },
  {
    name: 'false-reports',
    what: '12 accounts report one user; one of them sends 30 reports at once, of messages and lines that it never received, with made-up text.',
    aim: 'Reports change nothing for the reported user; unknown content is refused; 10 reports of an account in a minute.',
    async run(t) {
      const victim = await t.register('好人');
      const reporters = await times(12, () => t.register('恶人'));
      const reports = await tally(12, (n) =>
        t.as(reporters[n]!.token).report({ body: { kind: 'nickname', userId: victim.userId } }),
      );
      const { token } = await t.register('造谣');
      const invented = await tally(30, (n) => {
        const body =
          n % 2 === 0
            ? { kind: 'message' as const, messageId: n.toString(16).padStart(24, '0') }
            : { kind: 'roomLine' as const, roomId: 'nowhere', lineId: 'x' };
        const invention = { ...body, content: '捏造' };
        return t.as(token).report({ body: invention });
      });
      const unknown = (invented.get('NOT_FOUND') ?? 0) + (invented.get('ROOM_NOT_FOUND') ?? 0);
      const acts = [
        () => t.as(victim.token).getMe(),
        () => t.as(victim.token).sayInLobby({ body: { content: '我还在' } }),
        () => t.as(victim.token).joinPairing({ body: RATED_POOL }),
      ];
      return {
        'of many accounts': only(reports, 'taken'),
        'of one account': only(invented, 'NOT_FOUND', 'ROOM_NOT_FOUND', 'RATE_LIMITED'),
        'of unknown content': is(unknown, 10),
        'reported user': only(await tally(3, (n) => acts[n]!()), 'taken'),
      };
    },
  },
  {
    name: 'push-endpoints',
    what: 'Registers devices whose push service is an address inside, plain and disguised, and has them called.',
    aim: 'Every address is refused; nothing inside is connected to.',
    async run(t) {
      let connections = 0;
      const listener = createServer((socket) => {
        connections += 1;
        socket.destroy();
      });
      await once(listener.listen(0, '127.0.0.1'), 'listening');
      const { port } = listener.address() as { port: number };
      const [owner, friend] = [await t.register('来者'), await t.register('友人')];
      const [asOwner, asFriend] = [t.as(owner.token), t.as(friend.token)];
      await asOwner.requestFriend({ body: { toUserId: friend.userId } });
      await asFriend.handleRequest({ body: { fromUserId: owner.userId, accept: true } });
      const kinds = Object.fromEntries(PUSH_KINDS.map((kind) => [kind, true])) as PushKinds;
      const keys = { p256dh: `B${'x'.repeat(86)}`, auth: 'x'.repeat(22) };
      const endpoints = endpointsInside(port, new URL(t.platform.redisUrl).port);
      const outcomes = await tallyInOrder(endpoints, async (endpoint) => {
        const set = await outcome(asOwner.setPush({ body: { endpoint, keys, kinds } }));
        await outcome(asFriend.sendMessage({ body: { toId: owner.userId, content: randomId() } }));
        return set;
      });
      listener.close();
      return {
        addresses: is(endpoints.length, 28),
        outcomes: only(outcomes, 'PUSH_SERVICE_UNKNOWN', 'INVALID_INPUT'),
        connections: is(connections, 0),
        'device stored': is((await asOwner.getPush()).kinds, null),
      };
    },
  },
  {
    name: 'bot-account',
    what: 'A stranger logs in as a house bot, registers its name and asks for its token; with a token of a bot, enters the rated queue.',
    aim: 'Each is refused: only the bot service has a token, and bots never play with a stake.',
    async run(t) {
      const { _id, username, level } = HOUSE_BOTS[4]!;
      const [stranger, address] = [t.as(null), t.newAddress()];
      const guesses = ['password', username, _id, PASSWORD];
      const logins = await tally(4, (n) => t.logIn({ username }, address, guesses[n]!));
      const form = { username, nickname: '机关', ...chosen(PASSWORD) };
      const { token } = await t.register('问令牌');
      const ask = async (path: string): Promise<number> => {
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
        const body = JSON.stringify({ level });
        return (await fetch(`${t.platform.url}${path}`, { method: 'POST', headers, body })).status;
      };
      const asked = [await ask('/internal/bots/session'), await ask('/api/internal/bots/session')];
      const leaked = t.as(t.tokenOf(_id));
      return {
        logins: only(logins, 'LOGIN_FAILED'),
        registration: is(await outcome(stranger.register({ body: form })), 'INVALID_INPUT'),
        'token route': [asked, asked.every((status) => status >= 400)],
        'rated queue': is(await outcome(leaked.joinPairing({ body: RATED_POOL })), 'NOT_FOR_BOTS'),
        'rated challenge': is(await outcome(leaked.createChallenge({ body: RATED_POOL })), 'NOT_FOR_BOTS'),
      };
    },
  },
  {
    name: 'bot-places',
    what: 'A member asks for 18 rated games against bots at once; 10 guests of one address do so for casual ones.',
    aim: 'One running game for each user, so an address cannot take all places.',
    async run(t) {
      const game = { level: 1, initial: 5, increment: 3 } as const;
      const ask = (api: ReturnType<Target['as']>, rated: boolean) =>
        times(18, () => outcome(api.playBot({ body: { ...game, rated } })));
      const roomsOf = (outcomes: Awaited<ReturnType<typeof ask>>): number =>
        new Set(outcomes.flatMap((one) => (typeof one === 'string' ? [] : [one.roomId]))).size;
      const own = roomsOf(await ask(t.as((await t.register('占座的人')).token), true));
      const address = t.newAddress();
      const guests = await times(10, () => t.guest(address), 1);
      const asked = (await Promise.all(guests.map(({ api }) => ask(api, false)))).flat();
      const next = t.as((await t.register('下一个人')).token);
      return {
        'games of a member': is(own, 1),
        'games of the guests': is(roomsOf(asked), 10),
        'another user': only(await tally(1, () => next.playBot({ body: game })), 'taken'),
      };
    },
  },
];
