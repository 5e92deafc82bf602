import type { Document } from 'bson';
import type { Handler } from './context.ts';
import { sessionKey } from './session-key.ts';

const endSessions: Handler = (command, { sessions, cursors }) => {
  for (const lsid of (command.endSessions ?? command.killSessions ?? []) as Document[]) {
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

export const sessionCommands: Readonly<Record<string, Handler>> = {
  endSessions,
  killSessions: endSessions,
  refreshSessions: () => ({ ok: 1 }),
  commitTransaction,
  abortTransaction,
};
