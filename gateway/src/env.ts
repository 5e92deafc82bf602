import { isIP } from 'node:net';
import type { PublicService } from '@doushouqi/protocol';
import { PUBLIC_SERVICES, urlVariable } from '@doushouqi/protocol/server';
import { ENV } from '@doushouqi/service-kit';
import { z } from 'zod';
import { parseNodeList } from './node-directory.ts';

const baseUrl = z.url({ protocol: /^https?$/ });

/** `REALTIME_NODES`: `name=url,name=url`. */
const nodeList = z.string().transform((text, context) => {
  const parsed = parseNodeList(text);
  if (parsed.ok) return parsed.nodes;
  context.addIssue({ code: 'custom', message: parsed.problem });
  return z.NEVER;
});

/** `REALTIME_SERVICE`: `namespace/service`, or `namespace/service:port` with the name or number of a port. */
const realtimeService = z
  .string()
  .regex(/^[a-z0-9-]+\/[a-z0-9-]+(:[a-z0-9-]+)?$/, 'it is namespace/service or namespace/service:port')
  .transform((text) => {
    const [namespace = '', service = '', port] = text.split(/[/:]/);
    return { namespace, service, port };
  });

/** Whether express takes it for a proxy or several: one of its names, an address or a range. */
function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits] = text.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return bits === undefined ? most > 0 : /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most;
}

/**
 * `TRUST_PROXY`: which proxies in front of the gateway are believed about the client's address: a number of hops,
 * or a comma-separated list of addresses, CIDR ranges and express's names (`loopback`, `uniquelocal`). Default: none.
 */
const trustProxy = z
  .string()
  .refine((text) => /^\d+$/.test(text) || text.split(',').every((part) => isProxy(part.trim())), {
    error: 'a number of hops, or addresses, ranges like 10.0.0.0/8, loopback, linklocal, uniquelocal',
  })
  .transform((text) => (/^\d+$/.test(text) ? Number(text) : text))
  .default(0);

/** `ALLOWED_ORIGINS`: `https://a.example,https://b.example`, each as browsers write it. Default: none. */
const origins = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
  .refine(
    (list) => list.every((origin) => URL.parse(origin)?.origin === origin),
    'each is like https://example.com',
  )
  .transform((list): ReadonlySet<string> => new Set(list));

/** One address for each service behind `/api`. */
const SERVICE_URLS = Object.fromEntries(
  PUBLIC_SERVICES.map((service) => [urlVariable(service), baseUrl]),
) as Record<`${Uppercase<PublicService>}_URL`, typeof baseUrl>;

/** The gateway's environment. */
export const GATEWAY_ENV = z.object({
  PORT: ENV.PORT.default(8080),
  HOST: ENV.HOST,
  DRAIN_PAUSE_MS: ENV.DRAIN_PAUSE_MS,
  ...SERVICE_URLS,
  REALTIME_NODES: nodeList.optional(),
  REALTIME_SERVICE: realtimeService.optional(),
  KUBECONFIG: z.string().optional(),
  /** Sessions that a gateway brings to each node before it uses another one; 0: all at once. */
  SESSIONS_PER_NODE: z.coerce.number().int().min(0).default(500),
  /** Folder of the built web; a clear page says so while it is missing. */
  WEB_DIST: z.string().min(1),
  TRUST_PROXY: trustProxy,
  /** Requests a second and address that are always let through. */
  RATE_LIMIT_PER_SECOND: z.coerce.number().int().min(1).default(200),
  /** Requests in one second that an address may reach now and then. */
  RATE_LIMIT_BURST: z.coerce.number().int().min(1).default(400),
  /** TCP connections of an address that is no trusted proxy. */
  CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(1).default(2_000),
  SESSIONS_PER_ADDRESS: ENV.SESSIONS_PER_ADDRESS,
  ALLOWED_ORIGINS: origins,
  /** Largest request body, bytes. */
  BODY_LIMIT: z.coerce.number().int().min(1_024).default(262_144),
  /** How long requests and websockets may go on after the signal to stop, ms; service-kit ends all at 10 s. */
  DRAIN_MS: z.coerce.number().int().min(0).max(8_000).default(3_000),
  /** Where `/metrics` is served: a port of its own, so that it is never public. 0: any free port. */
  METRICS_PORT: ENV.PORT.default(0),
  METRICS_HOST: z.string().default('127.0.0.1'),
});

/** The base URL of each service, by its name. */
export function serviceUrls(env: z.output<typeof GATEWAY_ENV>): Record<PublicService, string> {
  return Object.fromEntries(PUBLIC_SERVICES.map((service) => [service, env[urlVariable(service)]])) as Record<
    PublicService,
    string
  >;
}
