import type { LogEntry, RouteInput } from '@doushouqi/protocol';
import type { ROUTES } from '@doushouqi/protocol/server';
import type { StoredLogEntry } from '@doushouqi/service-kit';
import type { ModerationContext } from '../context.ts';
import { addEntry } from '../store/log.ts';
import { peopleOf } from '../store/people.ts';

const PAGE = 100;

/** Presents an entry of the log. */
export function presentEntry({ _id, at, by, what, person, reason, hash }: StoredLogEntry): LogEntry {
  return { n: _id, at, by, what, person, reason, hash };
}

interface Page {
  /** Number of the entry after the page; the newest page if absent. */
  before?: number | undefined;
  /** Only entries about this person. */
  userId?: string | undefined;
}

/** Returns a page of the log, newest first. */
export async function listLog(
  { log }: Pick<ModerationContext, 'log'>,
  { before, userId }: Page,
): Promise<LogEntry[]> {
  const found = await log
    .find({
      ...(before !== undefined && { _id: { $lt: before } }),
      ...(userId !== undefined && { 'person.id': userId }),
    })
    .sort({ _id: -1 })
    .limit(PAGE)
    .lean();
  return found.map(presentEntry);
}

/** Adds an entry for an action in another service. A repeated `id` adds nothing. */
export async function addToLog(
  context: Pick<ModerationContext, 'log' | 'transactions' | 'fetchProfiles' | 'now'>,
  { id, byId, what, userId, reason }: RouteInput<(typeof ROUTES)['addToLog']>['body'],
  requestId: string,
): Promise<void> {
  const { transactions, now } = context;
  const named = await peopleOf(context, userId === null ? [byId] : [byId, userId], requestId);
  const person = userId === null ? null : { id: userId, nickname: named(userId).nickname };
  const entry = { key: id, byId, by: named(byId).nickname, what, person, reason };
  await transactions.run('log', (session) => addEntry(context, { ...entry, at: now() }, session));
}
