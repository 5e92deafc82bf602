const PLENTY = '1000000';

/** For tests and measurements whose users all come from this one machine. The limits on users and sockets stay. */
export const ROOM_FOR_ONE_ADDRESS = {
  RATE_LIMIT_PER_SECOND: PLENTY,
  RATE_LIMIT_BURST: PLENTY,
  CONNECTIONS_PER_ADDRESS: PLENTY,
  SESSIONS_PER_ADDRESS: PLENTY,
  WEBSOCKET_BYTES_PER_ADDRESS: String(2 ** 40),
  ROOM_JOINS_PER_MINUTE: PLENTY,
};

/** For tests and measurements with users on every realtime node, though they are few. */
export const ALL_NODES_IN_USE = { SESSIONS_PER_NODE: '0' };

/** For measurements: the limits on addresses, users and sockets must not count. */
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
