import {
  CHALLENGE_LIFE,
  INVITE_LIFE,
  type PushJob,
  type PushKind,
  type PushNotification,
} from '@doushouqi/protocol';
import type { RoomGame } from '@doushouqi/room-core/running-games';
import { endedAmong } from '@doushouqi/service-kit';
import type { SocialContext } from '../context.ts';
import type { StoredSubscription } from '../models.ts';
import { towards } from '../models.ts';
import { type SendOutcome, sendPush } from './send.ts';
import { removePush } from './subscriptions.ts';

/** A call that could not be delivered for this long is dropped. Milliseconds. */
const LIFE: Record<Exclude<PushKind, 'tournament'>, number> = {
  turn: 10 * 60_000,
  invitation: INVITE_LIFE,
  challenge: CHALLENGE_LIFE,
  friendRequest: 24 * 60 * 60_000,
  message: 24 * 60 * 60_000,
};

type Looks = Pick<SocialContext, 'games' | 'invitations' | 'requests' | 'unread'>;
type Parts = Looks &
  Pick<
    SocialContext,
    | 'subscriptions'
    | 'redis'
    | 'online'
    | 'fetchProfiles'
    | 'mailReminder'
    | 'vapid'
    | 'pushHosts'
    | 'pushMetrics'
  >;

/** Whether a player of a game has still to make a first move. */
function isFirstMove(game: RoomGame | null): boolean {
  return game?.status === 'playing' && game.ply < 2;
}

/** Whether the user has still not seen or done what the call is about. Of challenges and check-ins other services know. */
async function isStillDue({ games, invitations, requests, unread }: Looks, job: PushJob): Promise<boolean> {
  const { userId } = job;
  switch (job.kind) {
    case 'turn': {
      const game = await games.gameIn(job.roomId);
      return game?.status === 'playing' && game.gameId === job.gameId && game.ply === job.ply;
    }
    case 'invitation':
      return (await invitations.waiting(userId)).invite?.from === job.fromId;
    case 'friendRequest':
      return (await requests.exists({ _id: towards(job.fromId, userId) })) !== null;
    case 'message':
      return (await unread.exists({ _id: towards(userId, job.fromId) })) !== null;
    case 'tournament':
      return job.roomId === undefined || isFirstMove(await games.gameIn(job.roomId));
    case 'challenge':
      return true;
  }
}

/** Whether `isStillDue` can tell that the user has seen what the call is about. */
function isKnownHere(job: PushJob): boolean {
  return job.kind === 'tournament' ? job.roomId !== undefined : job.kind !== 'challenge';
}

function idOf(job: PushJob): string {
  switch (job.kind) {
    case 'turn':
    case 'invitation':
      return job.roomId;
    case 'challenge':
      return job.challengeId;
    case 'tournament':
      return job.tournamentId;
    default:
      return job.fromId;
  }
}

/** Returns for how long a call may be delivered (ms): a turn of a correspondence game until its deadline. */
function timeLeft(job: PushJob, at: number, now: number): number {
  if (job.kind === 'tournament') return job.until - now;
  const until = job.kind === 'turn' ? job.until : undefined;
  return (until ?? at + LIFE[job.kind]) - now;
}

/** Returns the whole hours that a reminder names, at least one; null for another call. */
function hoursLeftOf(job: PushJob, rest: number): number | null {
  return job.kind === 'turn' && job.isReminder ? Math.max(1, Math.round(rest / 3_600_000)) : null;
}

function idsOf(devices: readonly { _id: string }[]): string[] {
  return devices.map(({ _id }) => _id);
}

/** Returns the content of a call; null if its author no longer exists. */
async function contentOf(
  { fetchProfiles }: Pick<Parts, 'fetchProfiles'>,
  job: PushJob,
  hoursLeft: number | null,
  requestId: string,
) {
  const { kind } = job;
  if (kind === 'turn')
    return { kind, name: null, id: idOf(job), ...(hoursLeft && { hoursLeft }) } satisfies PushNotification;
  if (kind === 'tournament') {
    const { name, roomId } = job;
    return { kind, name, id: idOf(job), ...(roomId !== undefined && { roomId }) } satisfies PushNotification;
  }
  const author = (await fetchProfiles([job.fromId], { requestId })).get(job.fromId);
  return author === undefined || author.isGone
    ? null
    : ({ kind, name: author.nickname, id: idOf(job) } satisfies PushNotification);
}

/** Returns the user's devices for a call of this kind, and removes those whose session has ended. */
async function wantingDevices(
  context: Pick<Parts, 'subscriptions' | 'redis'>,
  job: PushJob,
  now: number,
): Promise<StoredSubscription[]> {
  const { userId, kind, only } = job;
  const isCalledAlready = kind === 'turn' && job.isAssigned;
  const found = await context.subscriptions
    .find({
      userId,
      [`kinds.${kind}`]: true,
      ...(isCalledAlready && { 'kinds.tournament': { $ne: true } }),
      ...(only && { _id: { $in: only } }),
    })
    .lean();
  if (found.length === 0) return [];
  const sessions = found.map((device) => ({ ...device, sessionId: device._id }));
  const ended = idsOf([...(await endedAmong(context.redis, userId, sessions, now)).keys()]);
  if (ended.length > 0) await removePush(context, userId, ended);
  return found.filter(({ _id }) => !ended.includes(_id));
}

/**
 * Sends a call to the user's devices that want it, and a reminder by e-mail too, unless the user looks at the page on one. `at`: when it was queued,
 * epoch ms. Returns the devices (session ids) to try again: a page counts as looked at for some seconds after it was
 * closed. Only other services could say whether a challenge or a check-in still waits then.
 */
export async function callDevices(
  context: Parts,
  job: PushJob,
  { at, now, requestId }: { at: number; now: number; requestId: string },
): Promise<string[]> {
  const { userId, kind } = job;
  const rest = timeLeft(job, at, now);
  if (rest <= 0 || !(await isStillDue(context, job))) return [];
  const devices = await wantingDevices(context, job, now);
  if (devices.length === 0) return [];
  if (await context.online.isWatching(userId)) return isKnownHere(job) ? idsOf(devices) : [];
  const hoursLeft = hoursLeftOf(job, rest);
  const call = await contentOf(context, job, hoursLeft, requestId);
  if (call === null) return [];
  const outcomes = await Promise.all(
    devices.map((device) => sendPush(context, device, call, Math.ceil(rest / 1_000))),
  );
  for (const outcome of outcomes) context.pushMetrics.calls.inc({ kind, outcome });
  const having = (wanted: SendOutcome) => idsOf(devices.filter((_, n) => outcomes[n] === wanted));
  const gone = having('gone');
  if (gone.length > 0) await removePush(context, userId, gone);
  // Last and in the first attempt only, so that no retry repeats it.
  if (hoursLeft !== null && job.only === undefined)
    await context.mailReminder({ userId, roomId: idOf(job), hoursLeft }, requestId);
  return having('failed');
}
