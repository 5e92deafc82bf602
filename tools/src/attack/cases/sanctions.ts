import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Sanctions } from '@doushouqi/protocol';
import { gameScripts } from '@doushouqi/scripts';
import { mirrorSanctions } from '@doushouqi/service-kit';
import { createNotifier } from '@doushouqi/service-kit/socket-cluster';
import { times } from '../../numbers.ts';
import { NotConnected } from '../../raw-socket.ts';
import { type Attack, atMost, is, isRefused, only, outcome, tallyInOrder, tallyOf } from '../attack.ts';
import { makeMove, sitDown } from '../bystanders.ts';
import { type Attendant, randomId, type Target } from '../target.ts';
import { RATED_POOL } from './pairing.ts';

const DAY_MS = 86_400_000;
/** Limit for the end of a connection. */
const WITHIN_MS = 2_000;
const POOL = { ...RATED_POOL, rated: false };

/** Mirrors a sanction and notifies the nodes, as the moderation service does. */
async function sanction(t: Target, userId: string, kind: keyof Sanctions): Promise<void> {
  await t.withRedis(async (redis) => {
    const now = Date.now();
    await mirrorSanctions(redis, userId, { [kind]: now + DAY_MS }, now);
    await createNotifier(redis).sanctionsChanged(userId);
  });
}

/** Resolves to the code that the socket got before it was closed, and the ms until then. */
async function endOf({ client }: Pick<Attendant, 'client'>): Promise<{ code: string; afterMs: number }> {
  const begun = performance.now();
  const closed = once(client, 'closed', { signal: AbortSignal.timeout(5 * WITHIN_MS) });
  let code = 'nothing';
  client.once('sessionEnded', (body: { code: string }) => {
    code = body.code;
  });
  return closed.then(
    () => ({ code, afterMs: performance.now() - begun }),
    () => ({ code: 'still open', afterMs: Number.POSITIVE_INFINITY }),
  );
}

/** Calls of a player: moves by HTTP do not exist, so these change the room, look for a game and write. */
function callsOf({ api }: Attendant, roomId: string): (() => Promise<unknown>)[] {
  const params = { roomId };
  return [
    () => api.getMe(),
    () => api.surrender({ params }),
    () => api.sayInRoom({ params, body: { content: '好棋！' } }),
    () => api.sayInLobby({ body: { content: '大家好' } }),
    () => api.joinRoom({ body: { roomId: randomId() } }),
    () => api.joinPairing({ body: POOL }),
    () => api.createChallenge({ body: POOL }),
    () => api.getRoom({ params, query: {} }),
  ];
}

export const SANCTIONS: readonly Attack[] = [
  {
    name: 'closed-socket',
    what: 'A player whose account is closed during a game keeps two sockets on, calls by the token, and connects again.',
    aim: 'Both sockets end within 2 s and every call is refused with ACCOUNT_CLOSED; the game goes on for the opponent.',
    async run(t) {
      const [player, opponent] = await t.attend('被关的人', '对手');
      const second = await t.enter(player, player.address);
      const roomId = await sitDown([player, opponent]);
      const [move] = gameScripts(1, 2)[0]!;
      await makeMove(roomId, [player, opponent], move!, 0);
      const ends = [player, second].map(endOf);
      await sanction(t, player.userId, 'close');
      const [one, other] = await Promise.all(ends);
      const calls = await tallyInOrder(callsOf(player, roomId), (call) => call());
      const again = await times(5, async () =>
        t.connect(player.token, t.newAddress()).catch((error: unknown) => {
          if (error instanceof NotConnected) return error.message;
          throw error;
        }),
      );
      const room = await opponent.api.getRoom({ params: { roomId }, query: { view: 'compact' } });
      return {
        'slowest end': atMost(Math.max(one!.afterMs, other!.afterMs), WITHIN_MS, 'ms'),
        'their codes': only(tallyOf([one!.code, other!.code]), 'ACCOUNT_CLOSED'),
        calls: only(calls, 'ACCOUNT_CLOSED'),
        'new connections': only(tallyOf(again), 'ACCOUNT_CLOSED'),
        'the game': is(room.status, 'playing'),
      };
    },
  },
  {
    name: 'mute-escape',
    what: 'A muted player writes from two windows and another session, to room, opponent and lobby, then as 8 guests of the same address in rooms of their own.',
    aim: 'Only ready-made phrases are accepted, of the player and of the guests.',
    async run(t) {
      const account = await t.register('禁言的人');
      const player = await t.enter(account);
      const [opponent] = await t.attend('对手');
      const roomId = await sitDown([player, opponent]);
      const params = { roomId };
      await sanction(t, player.userId, 'mute');
      const session = t.as((await t.logIn(account)).access_token, player.address);
      const windows = [player.api, t.as(player.token, player.address), session];
      const free = await tallyInOrder(
        windows.flatMap((api, n) => [
          () => api.sayInRoom({ params, body: { content: `加我微信 ${n}` } }),
          () => api.sayInRoom({ params, body: { content: '好棋！', toId: opponent.userId } }),
          () => api.sayInLobby({ body: { content: `加我微信 ${n}` } }),
          () => api.setNickname({ body: { nickname: `微信${n}${randomId(2)}` } }),
        ]),
        (call) => call(),
      );
      const phrase = await outcome(player.api.sayInRoom({ params, body: { content: '好棋！' } }));
      const lines: unknown[] = [];
      for (let n = 0; n < 8; n += 1) {
        const { api } = await t.guest(player.address);
        const own = { roomId: randomId() };
        await api.joinRoom({ body: own });
        await opponent.api.joinRoom({ body: own });
        lines.push(
          await outcome(api.sayInRoom({ params: own, body: { content: `加我微信 ${n}` } })),
          await outcome(api.sayInRoom({ params: own, body: { content: '你好', toId: opponent.userId } })),
          await outcome(api.sayInLobby({ body: { content: `加我微信 ${n}` } })),
        );
        await opponent.api.leaveRoom({ params: own });
      }
      return {
        'of the player': only(free, 'MUTED'),
        'ready-made phrase refused': is(isRefused(phrase), false),
        'of guests': only(tallyOf(lines), 'PHRASES_ONLY', 'MESSAGES_FOR_MEMBERS', 'GUEST_NOT_ALLOWED'),
      };
    },
  },
  {
    name: 'closed-challenge',
    what: 'Others accept the challenges of a closed account and of one without rated games, and search beside their tickets, before pairing is notified.',
    aim: 'No game begins; tickets and challenges are gone within 10 s.',
    async run(t) {
      const [closed, unrated, taker] = await t.attend('被关的人', '停排位的人', '应战的人');
      const rated = { ...RATED_POOL, unlisted: true };
      const made = [
        await closed.api.createChallenge({ body: { ...POOL, unlisted: true } }),
        await unrated.api.createChallenge({ body: rated }),
      ];
      for (const { api } of [closed, unrated]) await api.joinPairing({ body: RATED_POOL });
      await sanction(t, closed.userId, 'close');
      await sanction(t, unrated.userId, 'unrated');
      const accepted = await times(2, (n) =>
        outcome(taker.api.acceptChallenge({ params: { id: made[n]!.challenge.id } })),
      );
      await taker.api.joinPairing({ body: RATED_POOL });
      const left = async () =>
        t.withRedis(async (redis) => {
          const ids = [closed.userId, unrated.userId];
          const found = await Promise.all(
            ['tickets', 'challengers'].map((kind) => redis.hmget(`{pairing}:${kind}`, ...ids)),
          );
          return found.flat().filter((one) => one !== null).length;
        });
      const begun = performance.now();
      while ((await left()) > 0 && performance.now() - begun < 15_000) await delay(100);
      const { paired } = await taker.api.getMyPairing();
      return {
        accepted: only(tallyOf(accepted), 'CHALLENGE_GONE'),
        'paired with one of them': is(paired, null),
        'ms until all are gone': atMost(performance.now() - begun, 10_000, 'ms'),
        'rated queue again': is(await outcome(unrated.api.joinPairing({ body: RATED_POOL })), 'RATED_PAUSED'),
      };
    },
  },
];
