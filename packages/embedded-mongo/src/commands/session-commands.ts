import { Binary, type Document } from 'bson';
import { CommandError } from '../errors.ts';
import type { Command, Handler } from './context.ts';

/** A session's id (`{id: UUID}`) as hexadecimal digits. Throws TypeMismatch. */
export function sessionKey(lsid: unknown): string {
  const id = (lsid as { id?: unknown } | null)?.id;
  if (!(id instanceof Binary)) throw new CommandError('TypeMismatch', 'lsid.id must be a UUID');
  return Buffer.from(id.buffer.subarray(0, id.position)).toString('hex');
}

const endSessions: Handler = (command, { sessions, cursors }) => {
  for (const lsid of command.endSessions as Document[]) {
    const key = sessionKey(lsid);
    sessions.end(key);
    cursors.endSession(key);
  }
  return { ok: 1 };
};

const commitTransaction: Handler = (_command, { sessions, session, txnNumber, now }) =>
  sessions.commit(session, txnNumber, now().getTime());

const abortTransaction: Handler = (_command, { sessions, session, txnNumber }) => {
  sessions.abort(session, txnNumber);
  return { ok: 1 };
};

export const sessionCommands: Readonly<Record<string, Command>> = {
  endSessions: { run: endSessions },
  commitTransaction: { run: commitTransaction, options: ['recoveryToken'] },
  abortTransaction: { run: abortTransaction, options: ['recoveryToken'] },
};
