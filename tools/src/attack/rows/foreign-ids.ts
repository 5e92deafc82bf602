import { randomBytes } from 'node:crypto';
import type { ApiClient } from '@doushouqi/protocol';
import { apiFrom, makeTestKeys, signTestToken } from '@doushouqi/service-kit/testing';
import { post } from '../../measure/requests.ts';
import type { Attack, Target } from '../attack.ts';
import { type Attendant, attend } from '../attendant.ts';
import { inWords, isOnly, outcome, type Tally, tallyOf } from '../outcome.ts';

const POOL = { initial: 10, increment: 5, rated: false };
const GUESSES = 20;

interface Cast {
  owner: Attendant;
  friend: Attendant;
  thief: Attendant;
}

function idOf(id: string) {
  return { params: { id } };
}

/** Requests with an own token that name another user and ticket. Returns true if that ticket remains. */
async function grabTicket({ platform }: Target, { owner, thief }: Cast): Promise<boolean> {
  const { ticket } = await owner.api.joinPairing({ body: POOL });
  const sender = { token: thief.token, address: thief.address };
  const forged = { ticket, id: ticket, userId: owner.userId, since: 0, rating: 0 };
  for (const path of ['/pairing/join', '/pairing/leave', '/pairing/leave']) {
    const answer = await post(platform.url, sender, path, { ...POOL, ...forged });
    await answer.body?.cancel();
  }
  const [own, others] = await Promise.all([owner.api.getMyPairing(), thief.api.getMyPairing()]);
  return own.ticket?.id === ticket && others.ticket === null;
}

/** Accepts and withdraws a foreign challenge; returns the refusals. */
function takeForeign(api: ApiClient, id: string): Promise<unknown>[] {
  return [outcome(api.removeChallenge(idOf(id))), outcome(api.acceptChallenge(idOf(id)))];
}

/** Tries a replaced challenge, one to another user, a guessed unlisted one, and an accepted one. */
async function grabChallenges({ owner, friend, thief }: Cast): Promise<{ refused: Tally; isSeen: boolean }> {
  const { challenge: old } = await owner.api.createChallenge({ body: POOL });
  const { challenge: direct } = await owner.api.createChallenge({ body: { ...POOL, toId: friend.userId } });
  const early = await Promise.all([...takeForeign(thief.api, old.id), ...takeForeign(thief.api, direct.id)]);
  const { challenge: hidden } = await owner.api.createChallenge({ body: { ...POOL, unlisted: true } });
  const guesses = Array.from({ length: GUESSES }, () => randomBytes(9).toString('base64url'));
  const guessed = await Promise.all([
    ...guesses.map((id) => outcome(thief.api.acceptChallenge(idOf(id)))),
    outcome(thief.api.acceptChallenge(idOf(`${hidden.id}'`))),
  ]);
  const { challenges } = await thief.api.listChallenges();
  const looks = await Promise.all(guesses.map((id) => thief.api.getChallenge(idOf(id))));
  const isSeen = challenges.some(({ id }) => id === hidden.id) || looks.some(({ state }) => state !== 'gone');
  await friend.api.acceptChallenge(idOf(hidden.id));
  const late = [owner, friend, thief].flatMap(({ api }) => takeForeign(api, hidden.id));
  return { refused: tallyOf([...early, ...guessed, ...(await Promise.all(late))]), isSeen };
}

/** Sends unsigned tokens, tokens of another key, and internal calls. */
async function forge({ platform, newAddress }: Target, { owner }: Cast): Promise<Tally> {
  const others = signTestToken(owner.userId, makeTestKeys().privateKey);
  const calls = [null, others, `${others.slice(0, -4)}AAAA`].flatMap((token) => {
    const api = apiFrom(platform.url, newAddress(), token);
    return [outcome(api.leavePairing()), outcome(api.joinPairing({ body: POOL }))];
  });
  const ended = await fetch(`${platform.url}/internal/pairing/ended`, { method: 'POST' });
  await ended.body?.cancel();
  return tallyOf([...(await Promise.all(calls)), `internal ${ended.status}`]);
}

/** Returns true if only owner and friend are at one table. */
async function isOneGame({ owner, friend, thief }: Cast): Promise<boolean> {
  const all = await Promise.all([owner, friend, thief].map(({ api }) => api.getMyPairing()));
  const [first, second, third] = all.map(({ paired }) => paired?.roomId);
  return first !== undefined && first === second && third === undefined;
}

export const foreignIds: Attack = {
  name: 'foreign-ids',
  what: 'A user sends the ticket and id of another user, accepts replaced, foreign, used and guessed challenges, and forges tokens.',
  aim: 'The ticket remains, an unlisted challenge is in no list, one game results; all other requests are refused with their codes.',
  async run(target) {
    const [owner, friend, thief] = [
      await attend(target, '号主'),
      await attend(target, '好友'),
      await attend(target, '冒名的人'),
    ];
    const cast = { owner, friend, thief };
    await owner.api.requestFriend({ body: { toUserId: friend.userId } });
    await friend.api.handleRequest({ body: { fromUserId: owner.userId, accept: true } });
    const remains = await grabTicket(target, cast);
    const forged = await forge(target, cast);
    const { refused, isSeen } = await grabChallenges(cast);
    const isOne = await isOneGame(cast);
    for (const { socket } of [owner, friend, thief]) socket.close();
    const figures = {
      'ticket of another user': remains ? 'remains' : 'lost',
      'unlisted challenge': isSeen ? 'seen' : 'not seen',
      challenges: inWords(refused),
      forged: inWords(forged),
      'one game': isOne ? 'yes' : 'no',
    };
    const codes =
      isOnly(refused, ['CHALLENGE_GONE', 'ALREADY_PLAYING', 'INVALID_INPUT', 'RATE_LIMITED']) &&
      isOnly(forged, ['UNAUTHORIZED', 'internal 404']);
    return { figures, holds: remains && !isSeen && isOne && codes };
  },
};
