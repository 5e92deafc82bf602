import { CHALLENGE_LIFE, INVITE_LIFE, type PushCall, type PushJob, type PushKind } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import { endedAmong } from '@doushouqi/service-kit';
import type { SocialContext } from '../context.ts';
import { towards } from '../models.ts';
import { type SendOutcome, sendPush } from './send.ts';
import { removePush } from './subscriptions.ts';

/** A call that could not be delivered for this long is dropped. Milliseconds. */
const LIFE: Record<PushKind, number> = {
  turn: 10 * 60_000,
  invitation: INVITE_LIFE,
  challenge: CHALLENGE_LIFE,
  friendRequest: 24 * 60 * 60_000,
  message: 24 * 60 * 60_000,
};

type Looks = Pick<SocialContext, 'room' | 'invitations' | 'requests' | 'unread'>;
type Parts = Looks &
  Pick<
    SocialContext,
    'subscriptions' | 'redis' | 'online' | 'fetchProfiles' | 'vapid' | 'pushHosts' | 'pushMetrics'
  >;

/** Whether the user has still not seen or done what the call is about. Of challenges only pairing knows. */
async function isStillDue(
  { room, invitations, requests, unread }: Looks,
  job: PushJob,
  requestId: string,
): Promise<boolean> {
  const { userId } = job;
  switch (job.kind) {
    case 'turn': {
      const params = { roomId: job.roomId };
      const { turn } = await room.call(ROUTES.getTurn, { params }, { requestId });
      return turn?.gameId === job.gameId && turn.ply === job.ply;
    }
    case 'invitation':
      return (await invitations.waiting(userId)).invite?.from === job.fromId;
    case 'friendRequest':
      return (await requests.exists({ _id: towards(job.fromId, userId) })) !== null;
    case 'message':
      return (await unread.exists({ _id: towards(userId, job.fromId) })) !== null;
    case 'challenge':
      return true;
  }
}

function idOf(job: PushJob): string {
  switch (job.kind) {
    case 'turn':
    case 'invitation':
      return job.roomId;
    case 'challenge':
      return job.challengeId;
    default:
      return job.fromId;
  }
}

/** Returns the content of a call; null if its author no longer exists. */
async function contentOf({ fetchProfiles }: Pick<Parts, 'fetchProfiles'>, job: PushJob, requestId: string) {
  const { kind } = job;
  if (kind === 'turn') return { kind, name: null, id: idOf(job) } satisfies PushCall;
  const author = (await fetchProfiles([job.fromId], requestId)).get(job.fromId);
  return author === undefined || author.isGone
    ? null
    : ({ kind, name: author.nickname, id: idOf(job) } satisfies PushCall);
}

/**
 * Sends a call to the user's devices that want it and do not show the page; at a turn to none if one of them does.
 * `at`: when it was queued, epoch ms. Returns the devices (session ids) to try again: a device counts as showing the
 * page for some seconds after it was switched off.
 */
export async function callDevices(
  context: Parts,
  job: PushJob,
  { at, now, requestId }: { at: number; now: number; requestId: string },
): Promise<string[]> {
  const { subscriptions, redis, online, pushMetrics } = context;
  const { userId, kind, only } = job;
  const rest = at + LIFE[kind] - now;
  if (rest <= 0 || !(await isStillDue(context, job, requestId))) return [];
  const wanting = await subscriptions
    .find({ userId, [`kinds.${kind}`]: true, ...(only && { _id: { $in: only } }) })
    .lean();
  if (wanting.length === 0) return [];
  const sessions = wanting.map((device) => ({ ...device, sessionId: device._id }));
  const ended = await endedAmong(redis, userId, sessions);
  if (ended.length > 0)
    await removePush(
      context,
      userId,
      ended.map(({ sessionId }) => sessionId),
    );
  const valid = sessions.filter((session) => !ended.includes(session));
  const visible = await online.visibleAmong(
    userId,
    valid.map(({ sessionId }) => sessionId),
  );
  const isWatched = kind === 'turn' && visible.size > 0;
  const hidden = isWatched ? [] : valid.filter(({ sessionId }) => !visible.has(sessionId));
  const later = kind === 'challenge' ? [] : valid.filter((device) => !hidden.includes(device));
  const again = later.map(({ sessionId }) => sessionId);
  if (hidden.length === 0) return again;
  const call = await contentOf(context, job, requestId);
  if (call === null) return [];
  const outcomes = new Map<string, SendOutcome>();
  await Promise.all(
    hidden.map(async (device) => {
      const outcome = await sendPush(context, device, call, Math.ceil(rest / 1_000));
      outcomes.set(device._id, outcome);
      pushMetrics.calls.inc({ kind, outcome });
    }),
  );
  const having = (wanted: SendOutcome) =>
    [...outcomes].flatMap(([id, outcome]) => (outcome === wanted ? [id] : []));
  const gone = having('gone');
  if (gone.length > 0) await removePush(context, userId, gone);
  return [...again, ...having('failed')];
}
