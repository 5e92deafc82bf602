/** Parsed `REDIS_URL`. */
export type RedisAddress = { url: string; replicas: number } & (
  | { kind: 'single' }
  | { kind: 'sentinel'; master: string; sentinelPassword?: string; servers: Servers }
  | { kind: 'cluster'; servers: Servers }
);

interface Servers {
  hosts: { host: string; port: number }[];
  username?: string;
  password?: string;
  tls: boolean;
}

const PATTERN =
  /^(?<scheme>rediss?)(?:-(?<kind>sentinel|cluster))?:\/\/(?:(?<login>[^@/?]*)@)?(?<hosts>[^@/?]+)(?:\/(?<path>[^?]*))?(?:\?(?<query>.*))?$/;
const HOST = /^(?:\[(?<six>[^\]]+)\]|(?<name>[^:[\]]+))(?::(?<port>\d{1,5}))?$/;
const DEFAULT_PORT = { sentinel: 26_379, cluster: 6_379 } as const;

function loginOf(login: string | undefined): Pick<Servers, 'username' | 'password'> {
  const [username = '', password = ''] = (login ?? '').split(/:(.*)/s).map(decodeURIComponent);
  return { ...(username && { username }), ...(password && { password }) };
}

function hostsOf(text: string, defaultPort: number): Servers['hosts'] | null {
  const hosts = text.split(',').map((one) => HOST.exec(one)?.groups);
  if (!hosts.every((groups) => groups !== undefined)) return null;
  return hosts.map(({ six, name, port }) => ({ host: six ?? name ?? '', port: Number(port ?? defaultPort) }));
}

/** Returns how many replicas a commit waits for: `replicas` of the query, by default 1 for sentinels and clusters, else 0. */
function replicasOf(query: URLSearchParams, kind: string | undefined): number {
  const given = query.get('replicas');
  return given !== null && /^\d$/.test(given) ? Number(given) : Number(kind !== undefined);
}

/**
 * Parses a form of `REDIS_URL`; returns null for any other text:
 * - `redis[s]://[user:password@]host:port[/db]`, one server
 * - `redis[s]-sentinel://[user:password@]host:port,host:port/master-name[?sentinelPassword=…]`
 * - `redis[s]-cluster://[user:password@]host:port,host:port`
 *
 * each with an optional `?replicas=n`: the replicas that a commit waits for. Default: one (sentinel, cluster) or
 * none.
 */
export function parseRedisUrl(url: string): RedisAddress | null {
  const { scheme, kind, login, hosts: list = '', path = '', query: text } = PATTERN.exec(url)?.groups ?? {};
  if (scheme === undefined) return null;
  const query = new URLSearchParams(text);
  const replicas = replicasOf(query, kind);
  if (kind === undefined) return URL.canParse(url) ? { kind: 'single', url, replicas } : null;
  const hosts = hostsOf(list, kind === 'sentinel' ? DEFAULT_PORT.sentinel : DEFAULT_PORT.cluster);
  if (hosts === null) return null;
  const servers: Servers = { hosts, ...loginOf(login), tls: scheme === 'rediss' };
  if (kind === 'cluster') return path === '' ? { kind, url, replicas, servers } : null;
  const sentinelPassword = query.get('sentinelPassword');
  if (path === '') return null;
  const sentinel = { kind: 'sentinel', url, replicas, servers, master: decodeURIComponent(path) } as const;
  return sentinelPassword === null ? sentinel : { ...sentinel, sentinelPassword };
}
