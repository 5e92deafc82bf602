import { appendToLog, type LogCollection, type NewLogEntry } from '@doushouqi/service-kit';
import type { ClientSession } from 'mongoose';
import type { ModerationContext } from '../context.ts';

/** Adds an entry to the log in the transaction of its deed. */
export function addEntry(
  { log }: Pick<ModerationContext, 'log'>,
  entry: NewLogEntry,
  session: ClientSession,
): Promise<void> {
  // Mongoose does not know the documents of its own collection.
  return appendToLog(log.collection as unknown as LogCollection<ClientSession>, entry, session);
}
