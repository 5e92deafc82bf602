import type { PlayFlag, PlayFlagKind, RouteReply } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import { errorOf } from '@doushouqi/service-kit';
import type { Actor, ModerationContext } from '../context.ts';
import { REPORT_DAYS, type StoredPlayFlag } from '../models.ts';
import { peersOf } from '../policies/play-figures.ts';
import { flaggedPersons } from '../store/flagged.ts';
import { addEntry } from '../store/log.ts';
import { namesOf, peopleOf } from '../store/people.ts';
import { ACTION_TEXTS } from '../texts.ts';

const DAY_MS = 86_400_000;
/** Persons of a list. */
const MOST_LISTED = 200;
/** Checked persons of a band that others are compared with, the last ones. */
const MOST_PEERS = 1_000;

function presentFlag({ kind, score, text, at, games, dismissed }: StoredPlayFlag): PlayFlag {
  return {
    ...{ kind, score, text, at, games },
    dismissed: dismissed && { by: dismissed.by, reason: dismissed.reason, at: dismissed.at },
  };
}

type Parts = Pick<ModerationContext, 'flags' | 'checks' | 'sanctions' | 'fetchProfiles' | 'now'>;

/** Lists the persons with open flags, highest score first. */
export async function listFlagged(
  context: Parts,
  { requestId }: Actor,
): Promise<RouteReply<(typeof ROUTES)['listFlagged']>> {
  const all = await flaggedPersons(context);
  const shown = all.slice(0, MOST_LISTED);
  const person = await peopleOf(
    context,
    shown.map(({ userId }) => userId),
    requestId,
  );
  return {
    people: shown.map(({ userId, flags, sanction }) => ({
      person: person(userId),
      score: flags[0]!.score,
      at: Math.max(...flags.map(({ at }) => at)),
      flags: flags.map(presentFlag),
      sanction,
    })),
    open: all.length,
  };
}

/** Shows why a person is flagged: the figures of the last check beside those of others of the same strength. */
export async function showFairPlay(
  context: Parts & Pick<ModerationContext, 'reports' | 'checkQueue'>,
  { requestId }: Actor,
  userId: string,
): Promise<RouteReply<(typeof ROUTES)['showFairPlay']>> {
  const { flags, checks, reports, checkQueue, now } = context;
  const since = new Date(now() - REPORT_DAYS * DAY_MS);
  const [found, stored, check, reporters] = await Promise.all([
    flags.find({ userId }).sort({ isOpen: -1, score: -1 }).lean(),
    checks.findById(userId).lean(),
    checkQueue.stateOf(userId),
    reports.find({ 'line.userId': userId, kind: 'play', at: { $gt: since } }, { reporterId: 1 }).lean(),
  ]);
  const peers =
    stored &&
    peersOf(
      await checks
        .find({ band: stored.band, _id: { $ne: userId } }, { games: 0, phases: 0, past: 0 })
        .sort({ at: -1 })
        .limit(MOST_PEERS)
        .lean(),
    );
  const opponents = [...new Set(stored?.games.map(({ opponentId }) => opponentId))];
  const person = await peopleOf(context, opponents, requestId);
  const { _id, ...figures } = stored ?? { _id: userId };
  return {
    flags: found.map(presentFlag),
    figures: stored === null ? null : (figures as Omit<typeof stored, '_id'>),
    opponents: opponents.map(person),
    peers,
    check,
    reporters: new Set(reporters.map(({ reporterId }) => reporterId)).size,
  };
}

/** Queues a check of a person. Throws USER_NOT_FOUND. */
export async function askForCheck(
  context: Pick<ModerationContext, 'checkQueue' | 'fetchProfiles'>,
  actor: Actor,
  userId: string,
): Promise<void> {
  await namesOf(context, actor, userId);
  await context.checkQueue.ask(userId);
}

/** Hides a flag until there is new evidence, with an entry in the log. Idempotent. Throws NOT_FOUND, NOT_YOUR_OWN. */
export async function dismissFlag(
  context: Pick<ModerationContext, 'flags' | 'log' | 'transactions' | 'fetchProfiles' | 'now'>,
  actor: Actor,
  { userId, kind, reason }: { userId: string; kind: PlayFlagKind; reason: string },
): Promise<void> {
  const { flags, transactions, now } = context;
  if (userId === actor.userId) throw errorOf('NOT_YOUR_OWN');
  const _id = `${userId}:${kind}`;
  if ((await flags.exists({ _id })) === null) throw errorOf('NOT_FOUND');
  const { operator, person } = await namesOf(context, actor, userId);
  await transactions.run('log', async (session) => {
    const at = now();
    const dismissed = { ...operator, reason, at };
    const before = await flags
      .findOneAndUpdate({ _id, isOpen: true }, { $set: { isOpen: false, dismissed } }, { session })
      .lean();
    if (before === null) return;
    const what = ACTION_TEXTS.flagDismissed(kind);
    await addEntry(
      context,
      { key: `flag:${_id}:${before.at}`, at, ...operator, what, person, reason },
      session,
    );
  });
}

/** Counts what a sanction that returns points would return now. */
export function countReturn(
  { ask, now }: Pick<ModerationContext, 'ask' | 'now'>,
  { requestId }: Actor,
  userId: string,
): Promise<RouteReply<(typeof ROUTES)['countReturn']>> {
  return ask(ROUTES.countLostPoints, { params: { userId }, query: { at: now() } }, { requestId });
}
