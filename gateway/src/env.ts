import { isIP } from 'node:net';
import type { PublicService } from '@doushouqi/protocol';
import { PUBLIC_SERVICES, urlVariable } from '@doushouqi/protocol/server';
import { count, ENV, serviceUrl } from '@doushouqi/service-kit';
import { z } from 'zod';
import { parseNodeList } from './node-directory.ts';

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

const trustProxy = z
  .string()
  .refine((text) => /^\d+$/.test(text) || text.split(',').every((part) => isProxy(part.trim())), {
    error: 'a number of hops, or addresses, ranges like 10.0.0.0/8, loopback, linklocal, uniquelocal',
  })
  .transform((text) => (/^\d+$/.test(text) ? Number(text) : text))
  .default(0)
  .meta({
    description:
      'Trusted proxies in front, separated by commas: a number of hops, or addresses, ranges, `loopback`, `uniquelocal`.',
    fallback: 'none',
  });

const origins = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
  .refine(
    (list) => list.every((origin) => URL.parse(origin)?.origin === origin),
    'each is like https://example.com',
  )
  .transform((list): ReadonlySet<string> => new Set(list))
  .meta({
    description:
      'Origins of other sites whose pages may call this one (`https://example.com`), separated by commas.',
    fallback: 'none',
  });

/** One address for each service behind `/api`. */
const SERVICE_URLS = Object.fromEntries(
  PUBLIC_SERVICES.map((service) => [urlVariable(service), serviceUrl(service)]),
) as Record<`${Uppercase<PublicService>}_URL`, ReturnType<typeof serviceUrl>>;

/** The gateway's environment. `npm run generate` reads it too. */
export const environment = z.object({
  PORT: ENV.PORT.default(8080),
  HOST: ENV.HOST,
  DRAIN_PAUSE_MS: ENV.DRAIN_PAUSE_MS,
  ...SERVICE_URLS,
  REALTIME_NODES: nodeList.optional().meta({
    description: 'The realtime nodes as `name=address`, separated by commas; this or `REALTIME_SERVICE`.',
  }),
  REALTIME_SERVICE: realtimeService.optional().meta({
    description:
      'On Kubernetes: the service whose pods are the realtime nodes, `namespace/service` or `namespace/service:port` (docs/orchestrator.md).',
  }),
  KUBECONFIG: ENV.KUBECONFIG,
  SESSIONS_PER_NODE: count(
    500,
    'Sessions that a gateway sends to each realtime node before it uses another one; 0: all at once.',
    { min: 0 },
  ),
  WEB_DIST: z.string().min(1).meta({ description: 'Folder of the built web.' }),
  TRUST_PROXY: trustProxy,
  RATE_LIMIT_PER_SECOND: count(200, 'Requests in a second that an address may always send.'),
  RATE_LIMIT_BURST: count(400, 'Requests that an address may send in one second now and then.'),
  CONNECTIONS_PER_ADDRESS: count(
    2_000,
    'TCP connections of one address (an IPv6 /64) that is no trusted proxy.',
  ),
  SESSIONS_PER_ADDRESS: count(600, 'Websockets, polling sessions and open requests of one address.'),
  WEBSOCKET_BYTES_PER_ADDRESS: count(
    409_600,
    'Bytes in a second from the websockets of one address; each read counts 512 bytes more.',
  ),
  ALLOWED_ORIGINS: origins,
  BODY_LIMIT: count(262_144, 'Largest request body, bytes.', { min: 1_024 }),
  // service-kit ends all after 10 s.
  DRAIN_MS: count(3_000, 'How long open requests may take at shutdown, ms.', { min: 0, max: 8_000 }),
  METRICS_PORT: ENV.PORT.default(0).meta({
    description: 'Port of `/metrics`, a separate one so that it is never public.',
    fallback: '0 (any)',
  }),
  METRICS_HOST: z.string().default('127.0.0.1').meta({ description: 'Address of `/metrics`.' }),
});

/** The base URL of each service, by its name. */
export function serviceUrls(env: z.output<typeof environment>): Record<PublicService, string> {
  return Object.fromEntries(PUBLIC_SERVICES.map((service) => [service, env[urlVariable(service)]])) as Record<
    PublicService,
    string
  >;
}
