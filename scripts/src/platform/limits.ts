const PLENTY = '1000000';

/**
 * Disables the limits per address, for tests and measurements whose users all connect from this machine. The limits
 * per user and socket remain.
 */
export const ROOM_FOR_ONE_ADDRESS = {
  RATE_LIMIT_PER_SECOND: PLENTY,
  RATE_LIMIT_BURST: PLENTY,
  CONNECTIONS_PER_ADDRESS: PLENTY,
  SESSIONS_PER_ADDRESS: PLENTY,
  GAMES_PER_ADDRESS: PLENTY,
  WEBSOCKET_BYTES_PER_ADDRESS: String(2 ** 40),
  ROOM_JOINS_PER_MINUTE: PLENTY,
};

/** Uses every realtime node even for few users, for tests and measurements. */
export const ALL_NODES_IN_USE = { SESSIONS_PER_NODE: '0' };

/** Disables the limits on addresses, users and sockets, for measurements. */
export const NO_LIMITS = {
  ...ROOM_FOR_ONE_ADDRESS,
  RECORD_READS_PER_MINUTE: PLENTY,
  RECORD_SAVES_PER_MINUTE: PLENTY,
  RECORD_CHANGES_PER_MINUTE: PLENTY,
  LOGIN_FAILURES_PER_ACCOUNT: PLENTY,
  LOGIN_FAILURES_PER_ADDRESS: PLENTY,
  SOCKET_MESSAGES_PER_SECOND: PLENTY,
  SOCKET_MESSAGE_BURST: PLENTY,
};
