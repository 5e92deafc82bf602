import { once } from 'node:events';
import { connect } from 'node:net';
import type { Attack, Target } from '../attack.ts';

const ANSWER_MS = 5_000;
const UPGRADE = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
];
/** Request by name: path and further headers. */
const REQUESTS: Record<string, [path: string, ...headers: string[]]> = {
  page: ['/', 'Connection: close'],
  API: ['/api/pairing/pools', 'Connection: close'],
  websocket: ['/socket.io/?EIO=4&transport=websocket', ...UPGRADE],
};

/** Sends a request with these hosts and returns the status of the response. */
async function statusOf(
  { platform, newAddress }: Pick<Target, 'platform' | 'newAddress'>,
  hosts: readonly string[],
  [path, ...headers]: (typeof REQUESTS)[string],
): Promise<string> {
  const { hostname, port } = new URL(platform.url);
  const socket = connect(Number(port), hostname);
  const lines = [
    `GET ${path} HTTP/1.1`,
    ...hosts.map((host) => `Host: ${host}`),
    `X-Forwarded-For: ${newAddress()}`,
    ...headers,
    '\r\n',
  ];
  socket.write(lines.join('\r\n'));
  const [data] = (await once(socket, 'data', { signal: AbortSignal.timeout(ANSWER_MS) })) as [Buffer];
  socket.destroy();
  return data.toString('latin1').split(' ')[1] ?? '';
}

export const twoHosts: Attack = {
  name: 'two-hosts',
  what: 'Requests for a page, the API and a websocket have two `Host` headers, the right one and another, in either order.',
  aim: 'Each gets 400; with one `Host` header each is served.',
  async run(target) {
    const { host } = new URL(target.platform.url);
    const pairs = [
      [host, 'evil.example'],
      ['evil.example', host],
    ];
    const figures: Record<string, string> = {};
    let holds = true;
    for (const [name, request] of Object.entries(REQUESTS)) {
      const usual = await statusOf(target, [host], request);
      const several = await Promise.all(pairs.map((hosts) => statusOf(target, hosts, request)));
      figures[name] = `${usual}; with two hosts ${several.join(', ')}`;
      holds &&= Number(usual) < 300 && several.every((status) => status === '400');
    }
    return { figures, holds };
  },
};
