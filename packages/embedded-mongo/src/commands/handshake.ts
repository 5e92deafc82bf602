import { CommandError } from '../errors.ts';
import { MAX_DOCUMENT_BYTES } from '../values/codec.ts';
import { MAX_MESSAGE_BYTES } from '../wire/frame.ts';
import type { Handler } from './context.ts';

/** Most statements in one write command. */
export const MAX_WRITE_BATCH = 100_000;
/** The protocol version of server 8.0, the one that has the `bulkWrite` command. */
const WIRE_VERSION = 25;

/**
 * The greeting. It says `isdbgrid` (a router), because drivers then allow transactions and retryable writes
 * with a plain URL, and unlike with a replica set do not replace the address that the user gave.
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
  version: '8.0.0',
  versionArray: [8, 0, 0, 0],
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

const acknowledge: Handler = () => ({ ok: 1 });

export const handshakeCommands: Readonly<Record<string, Handler>> = {
  hello,
  ismaster: hello,
  isMaster: hello,
  buildInfo,
  buildinfo: buildInfo,
  ping: acknowledge,
  connectionStatus: () => ({ authInfo: { authenticatedUsers: [], authenticatedUserRoles: [] }, ok: 1 }),
  saslStart: noUsers,
  saslContinue: noUsers,
  authenticate: noUsers,
};
