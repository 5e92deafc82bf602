import { setTimeout as delay } from 'node:timers/promises';
import type { ApiClient } from '@doushouqi/protocol';
import type { Attack, Target } from '../attack.ts';
import { type Attendant, attend, enter, newUser } from '../attendant.ts';
import { startFlood } from '../flood.ts';
import { inWords, isOnly, outcome, tallyOf } from '../outcome.ts';

const POOL = { initial: 5, increment: 3, rated: false };
/** Number of challenges, more than the list has room for. */
const ACCOUNTS = 80;
const FLOOD_MS = 5_000;
/** Number of attempts of one account, open and to a friend. */
const TRIES = 60;
const MOST_CHALLENGES = 20;
const MOST_NUDGES = 3;
/** Age of a cached list, with a margin. Milliseconds. */
const LIST_MS = 1_100;
const MOST_P99_MS = 250;

async function beFriends(one: Attendant, other: Attendant): Promise<void> {
  await one.api.requestFriend({ body: { toUserId: other.userId } });
  await other.api.handleRequest({ body: { fromUserId: one.userId, accept: true } });
}

/** Sends all challenges in parallel; resolves to the outcomes. */
function repeatChallenges(api: ApiClient, wish: { toId?: string }) {
  const calls = Array.from({ length: TRIES }, () =>
    outcome(api.createChallenge({ body: { ...POOL, ...wish } })),
  );
  return Promise.all(calls).then(tallyOf);
}

/**
 * One account challenges a friend, a stranger, and all users. Resolves to the outcomes and the number of notices to
 * the friend.
 */
async function repeatTo(target: Target, stranger: Attendant) {
  const people = [
    await attend(target, '纠缠的人'),
    await attend(target, '好友'),
    await attend(target, '路人'),
  ];
  const [asker, friend, second] = people as [Attendant, Attendant, Attendant];
  await Promise.all([beFriends(asker, friend), beFriends(second, friend)]);
  let notified = 0;
  friend.socket.on('challenged', () => {
    notified += 1;
  });
  const direct = await repeatChallenges(asker.api, { toId: friend.userId });
  const foreign = await outcome(second.api.createChallenge({ body: { ...POOL, toId: stranger.userId } }));
  const open = await repeatChallenges(second.api, {});
  for (const { socket } of people) socket.close();
  return { notified, direct, foreign, open };
}

/** Many connected accounts of one address repeat open challenges. */
async function floodChallenges(target: Target) {
  const address = target.newAddress();
  const users = await Promise.all(
    Array.from({ length: ACCOUNTS }, () => enter(target, { ...newUser(target), address })),
  );
  const stop = startFlood((n) => users[n % ACCOUNTS]!.api.createChallenge({ body: POOL }));
  await delay(FLOOD_MS);
  const calls = await stop();
  return { calls, leave: () => users.map(({ socket }) => socket.close()) };
}

/** A user accepts an open challenge from the list. Resolves to whether both are at one table. */
async function takeListed(
  taker: Attendant,
  owner: Attendant,
): Promise<{ isListed: boolean; isTaken: boolean }> {
  await delay(LIST_MS);
  const { challenges } = await taker.api.listChallenges();
  const found = challenges.find(({ from }) => from._id === owner.userId);
  if (found === undefined) return { isListed: false, isTaken: false };
  const accepted = await outcome(taker.api.acceptChallenge({ params: { id: found.id } }));
  const { paired } = await owner.api.getMyPairing();
  return { isListed: true, isTaken: typeof accepted === 'object' && accepted.roomId === paired?.roomId };
}

export const challengeFlood: Attack = {
  name: 'challenge-flood',
  what: `One account challenges a friend ${TRIES} times in parallel, another account all users; then ${ACCOUNTS} connected accounts of one address offer open challenges for ${FLOOD_MS / 1_000} s.`,
  aim: `At most ${MOST_NUDGES} challenges to a friend and ${MOST_CHALLENGES} of one account are accepted; an earlier open challenge of another user stays listed and can be accepted; bystanders’ p99 stays under ${MOST_P99_MS} ms.`,
  slow: true,
  async run(target) {
    const [owner, taker] = [await attend(target, '竹影'), await attend(target, '松风')];
    const { notified, direct, foreign, open } = await repeatTo(target, taker);
    const bystanders = await target.bystanders();
    await owner.api.createChallenge({ body: POOL });
    const { calls, leave } = await floodChallenges(target);
    const { isListed, isTaken } = await takeListed(taker, owner);
    const { p99, lost } = await bystanders.stop();
    leave();
    for (const { socket } of [owner, taker]) socket.close();
    const figures = {
      'to a friend': `${inWords(direct)}; notified ${notified} times`,
      'to a stranger': typeof foreign === 'string' ? foreign : 'taken',
      'by one to all': inWords(open),
      'by the users': inWords(calls),
      'of another user': `${isListed ? '' : 'not '}listed, ${isTaken ? '' : 'not '}taken`,
      'p99 of bystanders': `${Math.round(p99)} ms`,
      'moves lost': String(lost),
    };
    const codes = [direct, open, calls].every((tally) => isOnly(tally, ['taken', 'RATE_LIMITED']));
    const isHeld =
      notified <= MOST_NUDGES && (open.get('taken') ?? 0) <= MOST_CHALLENGES && foreign === 'NOT_FRIENDS';
    return { figures, holds: codes && isHeld && isTaken && p99 < MOST_P99_MS && lost === 0 };
  },
};
