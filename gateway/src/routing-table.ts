import type { PublicService } from '@doushouqi/protocol';
import { PUBLIC_ROUTES } from '@doushouqi/protocol/server';

/** A segment of the routes' paths and what may follow it. */
interface Branch {
  /** Services with a route from here on. */
  services: Set<PublicService>;
  next: Map<string, Branch>;
}

/** Stands for any segment: a parameter of the path. */
const ANY = ':';

function newBranch(): Branch {
  return { services: new Set(), next: new Map() };
}

/** The protocol's routes as a tree of their segments. */
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
  }
  return root;
}

const TREE = growTree(Object.values(PUBLIC_ROUTES));

/**
 * Goes along the path until only one service is left, which then knows best what it does not have. A path that ends
 * or goes astray before that is nobody's.
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
  return null;
}

const API = '/api';
const SOCKET_PATH = '/socket.io/';

/** What a request is for. `refused`: a path that no browser sends, such as one with dot segments. */
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
 * Paths are forwarded byte for byte, so one that a service might read otherwise than this table did is refused:
 * dot segments, doubled slashes, backslashes, and dots, slashes or NUL bytes in percent encoding.
 */
function isAmbiguous(path: string): boolean {
  return !path.startsWith('/') || /\/\.{1,2}(\/|$)|\/\/|\\|%(2e|2f|5c|00)/i.test(path);
}

/** The path of a request target, without its query. */
export function pathOf(target: string): string {
  const end = target.search(/[?#]/);
  return end === -1 ? target : target.slice(0, end);
}

/** Decides by path alone where a request goes. `path` is raw: not decoded, without the query. */
export function destinationOf(path: string): Destination {
  if (isAmbiguous(path)) return { kind: 'refused' };
  if (path.startsWith(SOCKET_PATH)) return { kind: 'realtime' };
  if (startsWithSegment(path.toLowerCase(), API)) {
    const service = path.startsWith(API) ? serviceOf(path.slice(API.length)) : null;
    return service === null ? { kind: 'unknown' } : { kind: 'service', service };
  }
  // The services' own doors: named here so that they never become pages of the web either.
  const isPrivate = ['/internal', '/metrics', '/socket.io'].some((prefix) =>
    startsWithSegment(path.toLowerCase(), prefix),
  );
  return isPrivate ? { kind: 'unknown' } : { kind: 'web' };
}
