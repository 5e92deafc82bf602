/** The services behind `/api`. */
export type ServiceName = 'auth' | 'lobby' | 'record' | 'room' | 'social';

/** Path prefix → service (design §7). The longest matching prefix wins; a prefix ends at a segment's end. */
const ROUTING_TABLE: readonly (readonly [prefix: string, service: ServiceName])[] = [
  ['/api/auth', 'auth'],
  ['/api/users', 'auth'],
  ['/api/users/friend', 'social'],
  ['/api/users/heartbeat', 'social'],
  ['/api/users/room', 'social'],
  ['/api/messages', 'social'],
  ['/api/lobby', 'lobby'],
  ['/api/tournaments', 'lobby'],
  ['/api/game-records', 'record'],
  ['/api/games', 'room'],
];

const SOCKET_PATH = '/socket.io/';

/** What a request is for. `refused`: a path that no browser sends, such as one with dot segments. */
export type Destination =
  | { kind: 'service'; service: ServiceName }
  | { kind: 'realtime' }
  | { kind: 'web' }
  | { kind: 'unknown' }
  | { kind: 'refused' };

const startsWithSegment = (path: string, prefix: string): boolean =>
  path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/');

/**
 * Paths are forwarded byte for byte, so one that a service might read otherwise than this table did is refused:
 * dot segments, doubled slashes, backslashes, and dots, slashes or NUL bytes in percent encoding.
 */
const isAmbiguous = (path: string): boolean =>
  !path.startsWith('/') || /\/\.{1,2}(\/|$)|\/\/|\\|%(2e|2f|5c|00)/i.test(path);

/** The path of a request target, without its query. */
export const pathOf = (target: string): string => {
  const end = target.search(/[?#]/);
  return end === -1 ? target : target.slice(0, end);
};

/** Decides by path alone where a request goes. `path` is raw: not decoded, without the query. */
export function destinationOf(path: string): Destination {
  if (isAmbiguous(path)) return { kind: 'refused' };
  if (path.startsWith(SOCKET_PATH)) return { kind: 'realtime' };
  if (startsWithSegment(path.toLowerCase(), '/api')) {
    const matches = ROUTING_TABLE.filter(([prefix]) => startsWithSegment(path, prefix));
    const best = matches.toSorted(([a], [b]) => b.length - a.length)[0];
    return best === undefined ? { kind: 'unknown' } : { kind: 'service', service: best[1] };
  }
  // The services' own doors: named here so that they never become pages of the web either.
  const isPrivate = ['/internal', '/metrics', '/socket.io'].some((prefix) =>
    startsWithSegment(path.toLowerCase(), prefix),
  );
  return isPrivate ? { kind: 'unknown' } : { kind: 'web' };
}
