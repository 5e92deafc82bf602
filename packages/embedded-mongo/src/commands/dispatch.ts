import type { Document } from 'bson';
import { CommandError, toCommandError } from '../errors.ts';
import type { Transaction } from '../txn/transaction.ts';
import { namesPrototype, toNumber } from '../values/codec.ts';
import { bulkCommands } from './bulk-write.ts';
import { catalogCommands } from './catalog.ts';
import type { CommandContext, Handler, Services } from './context.ts';
import { handshakeCommands } from './handshake.ts';
import { readCommands } from './reads.ts';
import { sessionCommands } from './session-commands.ts';
import { sessionKey } from './session-key.ts';
import { writeCommands } from './writes.ts';

const COMMANDS = new Map<string, Handler>(
  Object.entries({
    ...handshakeCommands,
    ...readCommands,
    ...writeCommands,
    ...bulkCommands,
    ...catalogCommands,
    ...sessionCommands,
  }),
);

/** Runs one command and gives its reply; a refusal is a reply too, so this never throws. */
export function dispatch(command: Document, connectionId: number, services: Services): Document {
  try {
    return run(command, connectionId, services);
  } catch (error) {
    return toCommandError(error).toReply();
  }
}

function run(command: Document, connectionId: number, services: Services): Document {
  const name = Object.keys(command)[0] ?? '';
  const handler = COMMANDS.get(name);
  if (!handler) throw new CommandError('CommandNotFound', `embedded store: no such command: '${name}'`);
  if (namesPrototype(command)) {
    throw new CommandError('BadValue', "the field name '__proto__' is not allowed");
  }
  const readConcern = (command.readConcern as Document | undefined)?.level;
  if (readConcern === 'snapshot' && command.autocommit !== false) {
    throw new CommandError(
      'CommandNotSupported',
      'embedded store: snapshot reads outside transactions are not supported',
    );
  }
  const session = command.lsid ? sessionKey(command.lsid) : '';
  const txnNumber = toNumber(command.txnNumber, -1);
  const base = { ...services, connectionId, session, txnNumber, db: String(command.$db ?? 'admin') };
  if (command.autocommit === false) return runInTransaction(name, handler, command, base);
  if (txnNumber < 0) return handler(command, { ...base, transaction: null });
  return runRetryable(handler, command, { ...base, transaction: null });
}

/** A numbered write: a resend gets the first answer again and changes nothing. */
function runRetryable(handler: Handler, command: Document, context: CommandContext): Document {
  const { sessions, session, txnNumber, now } = context;
  const earlier = sessions.earlierReply(session, txnNumber);
  if (earlier) return earlier;
  const reply = handler(command, context);
  sessions.remember(session, txnNumber, reply, now().getTime());
  return reply;
}

function runInTransaction(
  name: string,
  handler: Handler,
  command: Document,
  base: Omit<CommandContext, 'transaction'>,
): Document {
  const { sessions, session, txnNumber } = base;
  if (name === 'commitTransaction' || name === 'abortTransaction')
    return handler(command, { ...base, transaction: null });
  const transaction: Transaction = command.startTransaction
    ? sessions.begin(session, txnNumber, base.now().getTime())
    : sessions.current(session, txnNumber);
  try {
    const reply = handler(command, { ...base, transaction });
    if (reply.writeErrors || reply.nErrors) sessions.abort(session, txnNumber);
    return reply;
  } catch (error) {
    // Whatever is refused inside a transaction ends it.
    sessions.abort(session, txnNumber);
    throw error;
  }
}
