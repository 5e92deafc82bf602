import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { ApiClient } from '@doushouqi/protocol';
import { gameScripts } from '@doushouqi/scripts';
import { createPauseMirror } from '@doushouqi/service-kit';
import { makeTestKeys, signTestToken } from '@doushouqi/service-kit/testing';
import { times } from '../../numbers.ts';
import { type Attack, atMost, type Check, is, only, outcome, refused, tally, tallyOf } from '../attack.ts';
import { makeMove, seatBystanders } from '../bystanders.ts';
import { startFlood } from '../flood.ts';
import { type Attendant, randomId, type Target } from '../target.ts';

const POOL = { initial: 5, increment: 3, rated: false };
export const RATED_POOL = { ...POOL, rated: true };
const POOLS = [POOL, { ...POOL, initial: 10, increment: 5 }, RATED_POOL];
/** The first half-move that is not early (docs/ratings.md). */
const NOT_EARLY = 12;
const OPENING = gameScripts(1, NOT_EARLY)[0]!;

function idOf(id: string) {
  return { params: { id } };
}

async function beFriends(one: Attendant, other: Attendant): Promise<void> {
  await one.api.requestFriend({ body: { toUserId: other.userId } });
  await other.api.handleRequest({ body: { fromUserId: one.userId, accept: true } });
}

/** Starts a rated game by a challenge link whose owner asks for red. */
async function startByLink(owner: Attendant, guest: Attendant) {
  const body = { ...RATED_POOL, color: 'red', unlisted: true } as const;
  const { challenge } = await owner.api.createChallenge({ body });
  const { roomId, color } = await guest.api.acceptChallenge(idOf(challenge.id));
  const players = color === 'red' ? ([guest, owner] as const) : ([owner, guest] as const);
  return { roomId, players };
}

/** Plays `plies` half-moves, then `loser` resigns. Resolves to the new rating of `winner` from its event. */
async function giveUpAfter(
  plies: number,
  { roomId, players }: Awaited<ReturnType<typeof startByLink>>,
  loser: Attendant,
): Promise<number> {
  for (const { client } of players) {
    await client.join(roomId);
    client.tell('tableShown', { roomId });
  }
  for (const [ply, move] of OPENING.slice(0, plies).entries()) await makeMove(roomId, players, move, ply);
  const winner = players.find((one) => one !== loser)!;
  const rated = once(winner.client, 'ratingChanged', { signal: AbortSignal.timeout(10_000) });
  await loser.api.surrender({ params: { roomId } });
  const [{ after }] = (await rated) as [{ after: { rating: number } }];
  return after.rating;
}

/** Resolves to the room in which a searching user is paired; null if none was found. */
async function findGame({ api, client }: Attendant, pool: typeof POOL): Promise<string | null> {
  const notified = once(client, 'paired', { signal: AbortSignal.timeout(20_000) });
  const found = Promise.all([notified, api.joinPairing({ body: pool })]);
  return found.then(
    ([[{ roomId }]]) => roomId as string,
    () => null,
  );
}

async function waitingIn(api: ApiClient, wanted: readonly (typeof POOL)[]): Promise<number> {
  const { pools } = await api.listPools();
  const isWanted = (one: typeof POOL) =>
    wanted.some(({ initial, rated }) => one.initial === initial && one.rated === rated);
  return pools.filter(isWanted).reduce((all, { waiting }) => all + waiting, 0);
}

/** Accepts and withdraws a foreign challenge. */
function takeForeign(api: ApiClient, id: string): Promise<unknown>[] {
  return [outcome(api.removeChallenge(idOf(id))), outcome(api.acceptChallenge(idOf(id)))];
}

/** Requests with an own token that name another user and ticket. */
async function grabTicket({ platform }: Target, owner: Attendant, thief: Attendant): Promise<Check> {
  const pool = { initial: 10, increment: 5, rated: false };
  const { ticket } = await owner.api.joinPairing({ body: pool });
  const forged = { ticket, id: ticket, userId: owner.userId, since: 0, rating: 0 };
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${thief.token}` };
  const request = { method: 'POST', headers, body: JSON.stringify({ ...pool, ...forged }) };
  for (const path of ['join', 'leave', 'leave'])
    await (await fetch(`${platform.url}/api/pairing/${path}`, request)).body?.cancel();
  const [own, others] = await Promise.all([owner.api.getMyPairing(), thief.api.getMyPairing()]);
  return is(own.ticket?.id === ticket && others.ticket === null, true);
}

/** Sends unsigned tokens, tokens of another key, and internal calls. */
async function forge(t: Target, { userId }: Attendant): Promise<Check> {
  const others = signTestToken(userId, makeTestKeys().privateKey);
  const calls = [null, others, `${others.slice(0, -4)}AAAA`].flatMap((token) => {
    const api = t.as(token);
    return [outcome(api.leavePairing()), outcome(api.joinPairing({ body: POOL }))];
  });
  const ended = await fetch(`${t.platform.url}/internal/pairing/ended`, { method: 'POST' });
  await ended.body?.cancel();
  const counts = tallyOf([...(await Promise.all(calls)), `internal ${ended.status}`]);
  return only(counts, 'UNAUTHORIZED', 'internal 404');
}

/** A new account wins rated games by link against 8 new accounts, each twice, resigned after `plies`. */
async function buyWins(t: Target, plies: number): Promise<{ rating: number; reds: number }> {
  const [winner] = await t.attend('买胜的人');
  let [rating, reds] = [0, 0];
  for (let n = 0; n < 8; n++) {
    const loser = await t.enter();
    for (let game = 0; game < 2; game++) {
      const started = await startByLink(winner, loser);
      if (started.players[0] === winner) reds++;
      rating = await giveUpAfter(plies, started, loser);
    }
  }
  return { rating, reds };
}

export const PAIRING: readonly Attack[] = [
  {
    name: 'queue-jump',
    what: 'One user joins and leaves three pools in parallel, 120 times.',
    aim: 'At most 40 calls are accepted and one ticket remains; two others are paired meanwhile.',
    async run(t) {
      const [jumper, ...two] = await t.attend('插队的人', '竹影', '松风');
      const { api } = jumper;
      const flood = tally(120, (n) =>
        n % 4 === 3 ? api.leavePairing() : api.joinPairing({ body: POOLS[n % 3]! }),
      );
      const rooms = await Promise.all(two.map((one) => findGame(one, { ...POOL, initial: 2, increment: 1 })));
      const counts = await flood;
      return {
        calls: [counts, (counts.get('taken') ?? 0) <= 40],
        'tickets left': atMost(await waitingIn(api, POOLS), 1),
        'others paired': is(rooms[0] !== null && rooms[0] === rooms[1], true),
      };
    },
  },
  {
    name: 'crowded-queue',
    what: '40 accounts of one address without connections join and leave one pool at the maximum rate; 6 other users search there.',
    aim: 'The others are paired within 10 s; bystanders’ p99 stays under 250 ms; no ticket of the accounts remains, and at most one key per account in Redis.',
    slow: true,
    async run(t) {
      const others = await times(6, () => t.enter());
      const stop = await seatBystanders(t);
      const address = t.newAddress();
      const accounts = Array.from({ length: 40 }, () => t.as(t.newUser().token, address));
      // Each account joins and leaves in turn; half of them wait at any time.
      const flood = startFlood((n) => {
        const api = accounts[n % 40]!;
        return (n + Math.floor(n / 40)) % 2 === 0 ? api.joinPairing({ body: POOL }) : api.leavePairing();
      });
      // Longer than the per-minute allowance of each account lasts.
      const enough = delay(12_000);
      await delay(3_000);
      const begun = performance.now();
      let slowest = 0;
      const found = await times(6, async (n) => {
        const roomId = await findGame(others[n]!, POOL);
        slowest = Math.max(slowest, performance.now() - begun);
        return roomId;
      });
      await enough;
      const calls = await flood();
      const keys = await t.withRedis((redis) =>
        Promise.all(['{pairing}:*', 'limit:pairing-*'].map((pattern) => redis.keys(pattern))),
      );
      const bystanders = await stop();
      const { api } = others[0]!;
      // Grace of a ticket without a connection, with a margin.
      for (const deadline = Date.now() + 15_000; (await waitingIn(api, [POOL])) > 0; await delay(500))
        if (Date.now() > deadline) break;
      return {
        'others paired': is(found.filter((one) => one !== null).length, 6),
        'their rooms': is(new Set(found).size, 3),
        'slowest of them': atMost(slowest, 10_000, 'ms'),
        'calls of the accounts': only(calls, 'taken', 'RATE_LIMITED'),
        'tickets left': is(await waitingIn(api, [POOL]), 0),
        // With 60 keys of pairing itself, and of users who played.
        'keys in Redis': atMost(keys.flat().length, 100),
        ...bystanders,
      };
    },
  },
  {
    name: 'challenge-race',
    what: '6 accounts accept one challenge in parallel, twice each; so does its owner; others withdraw it and guess ids.',
    aim: 'One game with two players; all other requests are refused.',
    async run(t) {
      const [owner, ...racers] = await t.attend('挑战的人', '甲', '乙', '丙', '丁', '戊', '己');
      const { challenge } = await owner.api.createChallenge({ body: RATED_POOL });
      const it = idOf(challenge.id);
      const beside = [
        () => owner.api.acceptChallenge(it),
        () => racers[0]!.api.removeChallenge(it),
        () => racers[1]!.api.acceptChallenge(idOf('AAAAAAAAAAAA')),
      ];
      const others = await tally(3, (n) => beside[n]!());
      const rooms = await times(12, (n) => outcome(racers[n % 6]!.api.acceptChallenge(it)));
      const won = new Set(rooms.flatMap((one) => (typeof one === 'string' ? [] : [one.roomId])));
      const seated = await times(7, async (n) => (await [owner, ...racers][n]!.api.getMyPairing()).paired);
      const seats = seated.flatMap((paired) => (paired === null ? [] : [paired.roomId]));
      return {
        games: is(new Set([...won, ...seats]).size, 1),
        players: is(seats.length, 2),
        'refused beside': [others, !others.has('taken')],
      };
    },
  },
  {
    name: 'challenge-flood',
    what: 'One account challenges a friend 60 times in parallel, another account all users; then 80 connected accounts of one address offer open challenges for 5 s.',
    aim: 'At most 3 challenges to a friend and 20 of one account are accepted; an earlier open challenge of another user stays listed and can be accepted; bystanders’ p99 stays under 250 ms.',
    slow: true,
    async run(t) {
      const [owner, taker, asker, friend, second] = await t.attend('竹影', '松风', '纠缠', '好友', '路人');
      await Promise.all([beFriends(asker, friend), beFriends(second, friend)]);
      let notices = 0;
      friend.client.on('challenged', () => {
        notices += 1;
      });
      const challenge = ({ api }: Attendant, wish: { toId?: string } = {}) =>
        api.createChallenge({ body: { ...POOL, ...wish } });
      const direct = await tally(60, () => challenge(asker, { toId: friend.userId }));
      const foreign = await outcome(challenge(second, { toId: taker.userId }));
      const open = await tally(60, () => challenge(second));
      const stop = await seatBystanders(t);
      await challenge(owner);
      const address = t.newAddress();
      const users = await times(80, () => t.enter(t.newUser(), address));
      const flood = startFlood((n) => challenge(users[n % 80]!));
      await delay(5_000);
      const calls = await flood();
      // Age of a cached list, with a margin.
      await delay(1_100);
      const { challenges } = await taker.api.listChallenges();
      const found = challenges.find(({ from }) => from._id === owner.userId);
      const accepted = found && (await outcome(taker.api.acceptChallenge(idOf(found.id))));
      const { paired } = await owner.api.getMyPairing();
      const isTaken = typeof accepted === 'object' && accepted.roomId === paired?.roomId;
      return {
        'to a friend': only(direct, 'taken', 'RATE_LIMITED'),
        'notices to the friend': atMost(notices, 3),
        'to a stranger': is(foreign, 'NOT_FRIENDS'),
        'by one to all': only(open, 'taken', 'RATE_LIMITED'),
        'accepted of them': atMost(open.get('taken') ?? 0, 20),
        'by the users': only(calls, 'taken', 'RATE_LIMITED'),
        'of another user, listed': is(found !== undefined, true),
        'of another user, taken': is(isTaken, true),
        ...(await stop()),
      };
    },
  },
  {
    name: 'foreign-ids',
    what: 'A user sends the ticket and id of another user, accepts replaced, foreign, used and guessed challenges, and forges tokens.',
    aim: 'The ticket remains, an unlisted challenge is in no list, one game results; all other requests are refused with their codes.',
    async run(t) {
      const cast = await t.attend('号主', '好友', '冒名的人');
      const [owner, friend, thief] = cast;
      await beFriends(owner, friend);
      const remains = await grabTicket(t, owner, thief);
      const forged = await forge(t, owner);
      const create = async (wish: object): Promise<string> =>
        (await owner.api.createChallenge({ body: { ...POOL, ...wish } })).challenge.id;
      const [old, direct] = [await create({}), await create({ toId: friend.userId })];
      const early = await Promise.all([old, direct].flatMap((id) => takeForeign(thief.api, id)));
      const hidden = await create({ unlisted: true });
      const guesses = Array.from({ length: 20 }, () => Buffer.from(randomId(9), 'hex').toString('base64url'));
      const guessed = await times(21, (n) =>
        outcome(thief.api.acceptChallenge(idOf(guesses[n] ?? `${hidden}'`))),
      );
      const { challenges } = await thief.api.listChallenges();
      const looks = await times(20, (n) => thief.api.getChallenge(idOf(guesses[n]!)));
      const isSeen =
        challenges.some(({ id }) => id === hidden) || looks.some(({ state }) => state !== 'gone');
      await friend.api.acceptChallenge(idOf(hidden));
      const late = await Promise.all(cast.flatMap(({ api }) => takeForeign(api, hidden)));
      const counts = tallyOf([...early, ...guessed, ...late]);
      const seats = await times(3, async (n) => (await cast[n]!.api.getMyPairing()).paired?.roomId);
      return {
        'ticket of another user remains': remains,
        'unlisted challenge seen': is(isSeen, false),
        challenges: only(counts, 'CHALLENGE_GONE', 'ALREADY_PLAYING', 'INVALID_INPUT', 'RATE_LIMITED'),
        forged,
        'one game': is(seats[0] !== undefined && seats[0] === seats[1] && seats[2] === undefined, true),
      };
    },
  },
  {
    name: 'second-game',
    what: 'A user in a rated rematch joins the queue and has an older challenge accepted; in a newer game, agrees to a rematch in the old room.',
    aim: 'Each is refused: a user plays one rated game at a time.',
    async run(t) {
      const [owner, friend, third] = await t.attend('一身二用', '老对手', '第三人');
      const first = await startByLink(owner, friend);
      await giveUpAfter(2, first, friend);
      const { challenge } = await owner.api.createChallenge({ body: RATED_POOL });
      const { roomId } = first;
      const asked = await friend.client.ask('requestReset', { roomId });
      const agreed = await owner.client.ask('acceptReset', { roomId });
      const accepted = await outcome(third.api.acceptChallenge(idOf(challenge.id)));
      const joined = await outcome(owner.api.joinPairing({ body: RATED_POOL }));

      const [other, former, fourth] = await t.attend('一身三用', '旧房的人', '第四人');
      const old = await startByLink(other, former);
      await giveUpAfter(2, old, former);
      await startByLink(other, fourth);
      const again = await former.client.ask('requestReset', { roomId: old.roomId });
      const rematch = again.ok ? await other.client.ask('acceptReset', { roomId: old.roomId }) : again;
      return {
        'first rematch began': is(asked.ok && agreed.ok, true),
        'old challenge': refused(accepted),
        queue: refused(joined),
        'rematch in the old room': refused(rematch.ok ? rematch : rematch.code),
      };
    },
  },
  {
    name: 'bought-wins',
    what: '8 new accounts each resign 2 rated games by link against one account, which chooses red, after two plies. Another 8 resign against another account after 12 plies.',
    aim: 'The winners’ ratings stay under 1550 and 1920; the winner is red in only some of the games.',
    slow: true,
    async run(t) {
      const [early, late] = [await buyWins(t, 2), await buyWins(t, NOT_EARLY)];
      const reds = early.reds + late.reds;
      return {
        'rating after early ends': atMost(early.rating, 1_549),
        // Without the weight for arranged games it is 1974.
        'after later ends': atMost(late.rating, 1_919),
        'games as red': [reds, reds > 0 && reds < 32],
      };
    },
  },
  {
    name: 'pause-escape',
    what: 'A rated challenge is accepted after its owner’s pause began; the owner creates another one.',
    aim: 'Both are refused.',
    async run(t) {
      const [owner, guest] = await t.attend('躲罚的人', '应战的人');
      const { challenge } = await owner.api.createChallenge({ body: { ...RATED_POOL, unlisted: true } });
      const now = Date.now();
      await t.withRedis((redis) => createPauseMirror(redis).set(owner.userId, now + 120_000, now));
      return {
        'old challenge': refused(await outcome(guest.api.acceptChallenge(idOf(challenge.id)))),
        'new challenge': refused(await outcome(owner.api.createChallenge({ body: RATED_POOL }))),
      };
    },
  },
];
