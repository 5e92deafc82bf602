import type { Document } from 'bson';
import { CommandError, toCommandError, unsupported } from '../errors.ts';
import { sessionKey } from '../transactions.ts';
import { MAX_DOCUMENT_BYTES, namesPrototype, toNumber } from '../values.ts';
import { MAX_MESSAGE_BYTES } from '../wire.ts';
import { catalogCommands } from './catalog.ts';
import {
  type Command,
  type CommandContext,
  type Handler,
  MAX_WRITE_BATCH,
  refuseOtherOptions,
  type Services,
} from './context.ts';
import { readCommands } from './reads.ts';
import { writeCommands } from './writes.ts';

/** The protocol version of server 7.0, the last one without the client's `bulkWrite` command. */
const WIRE_VERSION = 21;

/**
 * Reply to a driver's handshake. It reports a router (`isdbgrid`), so that drivers permit transactions and retryable
 * writes. They would with a replica set too, but then they replace the address that the user configured.
 */
const hello: Handler = (_command, { now, connectionId }) => ({
  helloOk: true,
  ismaster: true,
  isWritablePrimary: true,
  msg: 'isdbgrid',
  maxBsonObjectSize: MAX_DOCUMENT_BYTES,
  maxMessageSizeBytes: MAX_MESSAGE_BYTES,
  maxWriteBatchSize: MAX_WRITE_BATCH,
  localTime: now(),
  logicalSessionTimeoutMinutes: 30,
  connectionId,
  minWireVersion: 0,
  maxWireVersion: WIRE_VERSION,
  readOnly: false,
  ok: 1,
});

const buildInfo: Handler = () => ({
  version: '7.0.0',
  versionArray: [7, 0, 0, 0],
  gitVersion: 'embedded store',
  modules: ['embedded-store'],
  maxBsonObjectSize: MAX_DOCUMENT_BYTES,
  ok: 1,
});

const noUsers: Handler = () => {
  throw new CommandError(
    'AuthenticationFailed',
    'embedded store: there are no users; connect without credentials',
  );
};

// Handshakes accept any option: drivers describe themselves in them, each version differently.
const handshakeCommands: Readonly<Record<string, Command>> = {
  hello: { run: hello, options: 'any' },
  ismaster: { run: hello, options: 'any' },
  buildInfo: { run: buildInfo },
  ping: { run: () => ({ ok: 1 }) },
  saslStart: { run: noUsers, options: 'any' },
};

const sessionCommands: Readonly<Record<string, Command>> = {
  endSessions: {
    run: (command, { sessions, cursors }) => {
      for (const key of (command.endSessions as Document[]).map(sessionKey)) {
        sessions.end(key);
        cursors.endSession(key);
      }
      return { ok: 1 };
    },
  },
  commitTransaction: {
    run: (_command, { sessions, session, txnNumber, now }) =>
      sessions.commit(session, txnNumber, now().getTime()),
    options: ['recoveryToken'],
  },
  abortTransaction: {
    run: (_command, { sessions, session, txnNumber }) => {
      sessions.abort(session, txnNumber);
      return { ok: 1 };
    },
    options: ['recoveryToken'],
  },
};

const COMMANDS = new Map<string, Command>(
  Object.entries({
    ...handshakeCommands,
    ...readCommands,
    ...writeCommands,
    ...catalogCommands,
    ...sessionCommands,
  }),
);

/** Runs one command and returns its reply. Never throws: an error becomes a reply too. */
export function dispatch(command: Document, connectionId: number, services: Services): Document {
  try {
    return run(command, connectionId, services);
  } catch (error) {
    return toCommandError(error).toReply();
  }
}

function run(command: Document, connectionId: number, services: Services): Document {
  const name = Object.keys(command)[0] ?? '';
  const handler = handlerOf(name);
  if (namesPrototype(command))
    throw new CommandError('BadValue', "the field name '__proto__' is not allowed");
  const isInTransaction = command.autocommit === false;
  const readConcern = (command.readConcern as Document | undefined)?.level;
  if (readConcern === 'snapshot' && !isInTransaction)
    throw unsupported('a snapshot read outside a transaction');
  const session = command.lsid ? sessionKey(command.lsid) : '';
  const txnNumber = toNumber(command.txnNumber, -1);
  const db = String(command.$db ?? 'admin');
  const context = { ...services, connectionId, session, txnNumber, db, transaction: null };
  if (isInTransaction) return runInTransaction(name, handler, command, context);
  if (txnNumber < 0) return handler(command, context);
  return runRetryable(handler, command, context);
}

/** Returns the handler of a command with the checks that its table entry requires. Throws CommandNotFound. */
function handlerOf(name: string): Handler {
  const found = COMMANDS.get(name);
  if (!found) throw new CommandError('CommandNotFound', `embedded store: no such command: '${name}'`);
  return (command, context) => {
    refuseOtherOptions(command, found.options ?? []);
    if (found.isOutsideTransactions && context.transaction) {
      const message = `Cannot run '${name}' in a multi-document transaction.`;
      throw new CommandError('OperationNotSupportedInTransaction', message);
    }
    return found.run(command, context);
  };
}

/** Runs a write with a transaction number: a resend gets the first reply and changes nothing. */
function runRetryable(handler: Handler, command: Document, context: CommandContext): Document {
  const { sessions, session, txnNumber, now } = context;
  const earlier = sessions.earlierReply(session, txnNumber);
  if (earlier) return earlier;
  const reply = handler(command, context);
  sessions.remember(session, txnNumber, reply, now().getTime());
  return reply;
}

function runInTransaction(name: string, handler: Handler, command: Document, context: CommandContext) {
  const { sessions, session, txnNumber } = context;
  if (name === 'commitTransaction' || name === 'abortTransaction') return handler(command, context);
  const transaction = command.startTransaction
    ? sessions.begin(session, txnNumber, context.now().getTime())
    : sessions.current(session, txnNumber);
  try {
    const reply = transaction.run(() => handler(command, { ...context, transaction }));
    if (reply.writeErrors) sessions.abort(session, txnNumber);
    return reply;
  } catch (error) {
    // Any error ends the transaction, as in MongoDB.
    sessions.abort(session, txnNumber);
    throw error;
  }
}
