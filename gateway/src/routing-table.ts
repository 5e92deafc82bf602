import type { PublicService } from '@doushouqi/protocol';
import { PUBLIC_ROUTES } from '@doushouqi/protocol/server';

/** A path segment and its continuations. */
interface Branch {
  /** Services with a route that ends or continues here. */
  services: Set<PublicService>;
  /** The service of the routes that end here. */
  own: PublicService | null;
  next: Map<string, Branch>;
}

/** Matches any segment: a path parameter. */
const ANY = ':';

function newBranch(): Branch {
  return { services: new Set(), own: null, next: new Map() };
}

/** Routes of the protocol as a tree of segments. */
function growTree(routes: Iterable<{ path: string; service: PublicService }>): Branch {
  const root = newBranch();
  for (const { path, service } of routes) {
    let branch = root;
    for (const segment of path.split('/').slice(1)) {
      const key = segment.startsWith(':') ? ANY : segment;
      const next = branch.next.get(key) ?? newBranch();
      branch.next.set(key, next);
      next.services.add(service);
      branch = next;
    }
    branch.own = service;
  }
  return root;
}

const TREE = growTree(Object.values(PUBLIC_ROUTES));

/**
 * Follows the path until one service is left, or to its end. Returns null for a path that leaves the tree before, or
 * ends where no route does.
 */
function serviceOf(path: string): PublicService | null {
  let branch = TREE;
  for (const segment of path.split('/').slice(1)) {
    const next = branch.next.get(segment) ?? branch.next.get(ANY);
    if (next === undefined) return null;
    const [first = null, second] = next.services;
    if (second === undefined) return first;
    branch = next;
  }
  return branch.own;
}

const API = '/api';
const SOCKET_PATH = '/socket.io/';

/** Destination of a request. `refused`: a path that no browser sends, such as one with dot segments. */
export type Destination =
  | { kind: 'service'; service: PublicService }
  | { kind: 'realtime' }
  | { kind: 'web' }
  | { kind: 'unknown' }
  | { kind: 'refused' };

function startsWithSegment(path: string, prefix: string): boolean {
  return path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/');
}

/**
 * Paths are forwarded unchanged, so those that a service might read differently are refused: dot segments,
 * doubled slashes, backslashes, and percent-encoded dots, slashes or NUL bytes.
 */
function isAmbiguous(path: string): boolean {
  return !path.startsWith('/') || /\/\.{1,2}(\/|$)|\/\/|\\|%(2e|2f|5c|00)/i.test(path);
}

/** Returns the path of a request target, without query. */
export function pathOf(target: string): string {
  const end = target.search(/[?#]/);
  return end === -1 ? target : target.slice(0, end);
}

/** Returns the destination of a raw path (not decoded, without query). Pure. */
export function destinationOf(path: string): Destination {
  if (isAmbiguous(path)) return { kind: 'refused' };
  if (path.startsWith(SOCKET_PATH)) return { kind: 'realtime' };
  if (startsWithSegment(path.toLowerCase(), API)) {
    const service = path.startsWith(API) ? serviceOf(path.slice(API.length)) : null;
    return service === null ? { kind: 'unknown' } : { kind: 'service', service };
  }
  // Internal routes of services; listed so that they never become pages of the web.
  const isPrivate = ['/internal', '/metrics', '/socket.io'].some((prefix) =>
    startsWithSegment(path.toLowerCase(), prefix),
  );
  return isPrivate ? { kind: 'unknown' } : { kind: 'web' };
}
