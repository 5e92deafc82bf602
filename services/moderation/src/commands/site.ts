import type { RouteInput, RouteReply, SiteSettings } from '@doushouqi/protocol';
import { type ROUTES, siteSettings } from '@doushouqi/protocol/server';
import { errorOf } from '@doushouqi/service-kit';
import type { ClientSession } from 'mongoose';
import type { Actor, ModerationContext } from '../context.ts';
import { changedByTime, changedSettings, changeText } from '../policies/site.ts';
import { addEntry } from '../store/log.ts';
import { mirrorSite, readSite, SITE_ID } from '../store/site.ts';
import { presentEntry } from './log.ts';

type Order = RouteInput<(typeof ROUTES)['changeSite']>['body'];
type Parts = Pick<
  ModerationContext,
  'site' | 'log' | 'transactions' | 'fetchProfiles' | 'redis' | 'notifier' | 'logger' | 'now'
>;
type Changed = RouteReply<(typeof ROUTES)['changeSite']>;

function keyOf(id: string): string {
  return `site:${id}`;
}

/** Stores a change with its entry in the log. Returns null for an order that was carried out before. */
async function store(
  context: Parts,
  { id, version, change, reason }: Order,
  operator: { byId: string; by: string },
  session: ClientSession,
): Promise<Changed | null> {
  const { site, log, now } = context;
  if ((await log.exists({ key: keyOf(id) }).session(session)) !== null) return null;
  const stored = await site.findById(SITE_ID).session(session).lean();
  if ((stored?.version ?? 0) !== version) throw errorOf('SITE_CHANGED');
  const [before, at] = [siteSettings.parse(stored?.settings ?? {}), now()];
  const settings: SiteSettings = changedSettings(before, change, at);
  const next = { version: version + 1, settings, at, ...operator };
  if (stored === null) await site.create([{ _id: SITE_ID, ...next }], { session });
  else await site.updateOne({ _id: SITE_ID, version }, { $set: next }, { session });
  const what = changeText(before, settings, at);
  await addEntry(context, { key: keyOf(id), at, ...operator, what, person: null, reason }, session);
  return { version: next.version, settings };
}

/**
 * Changes settings of the site, in one transaction with the entry in the log, mirrors them and notifies all clients. A repeated
 * `id` changes nothing and returns the settings of now. Throws SITE_CHANGED if another change came first.
 */
export async function changeSite(
  context: Parts,
  { userId, requestId }: Actor,
  order: Order,
): Promise<Changed> {
  const { transactions, fetchProfiles, notifier, logger } = context;
  const profile = (await fetchProfiles([userId], { requestId })).get(userId);
  if (profile === undefined) throw errorOf('USER_NOT_FOUND');
  const operator = { byId: userId, by: profile.nickname };
  const changed = await transactions.run('log', (session) => store(context, order, operator, session));
  try {
    await mirrorSite(context);
    await notifier.notifyAll({ event: 'siteChanged', payload: {} });
  } catch (error) {
    // The settings are stored: the next look mirrors them, and clients poll.
    logger.warn({ err: error }, 'settings of the site not mirrored; it is tried again');
  }
  if (changed !== null) return changed;
  const { version, settings } = await readSite(context);
  return { version, settings };
}

/**
 * Mirrors the settings, in case a process died before it did, and notifies all clients if what is shown has changed by itself
 * since `before` (epoch ms). Returns the time of this look.
 */
export async function followSite(
  context: Pick<ModerationContext, 'site' | 'redis' | 'notifier' | 'now'>,
  before: number,
): Promise<number> {
  const now = context.now();
  const settings = await mirrorSite(context);
  if (changedByTime(settings, before, now))
    await context.notifier.notifyAll({ event: 'siteChanged', payload: {} });
  return now;
}

/** Entries of the log that are shown beside the settings. */
const RECENT = 5;

/** Returns what operators see of the site. */
export async function showSite(
  context: Pick<ModerationContext, 'site' | 'log' | 'liveSite'>,
): Promise<RouteReply<(typeof ROUTES)['showSite']>> {
  const { log, liveSite } = context;
  const [stored, recent, live] = await Promise.all([
    readSite(context),
    log
      .find({ key: { $gte: keyOf(''), $lt: 'site;' } })
      .sort({ _id: -1 })
      .limit(RECENT)
      .lean(),
    liveSite.get(),
  ]);
  return { ...stored, recent: recent.map(presentEntry), ...live };
}
