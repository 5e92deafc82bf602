import { CommandError } from '../errors.ts';
import { MAX_DOCUMENT_BYTES } from '../values/codec.ts';
import { MAX_MESSAGE_BYTES } from '../wire/frame.ts';
import type { Command, Handler } from './context.ts';

/** Most statements in one write command. */
export const MAX_WRITE_BATCH = 100_000;
/** The protocol version of server 7.0, the last one without the client's `bulkWrite` command. */
const WIRE_VERSION = 21;

/**
 * The reply to a driver's greeting. It claims to be a router (`isdbgrid`): drivers then allow transactions and
 * retryable writes. They would with a replica set too, but then they replace the address that the user gave.
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

// Greetings take any option: drivers describe themselves in them, each version differently.
export const handshakeCommands: Readonly<Record<string, Command>> = {
  hello: { run: hello, options: 'any' },
  ismaster: { run: hello, options: 'any' },
  buildInfo: { run: buildInfo },
  ping: { run: () => ({ ok: 1 }) },
  saslStart: { run: noUsers, options: 'any' },
};
