import { setTimeout as delay } from 'node:timers/promises';
import { LightClient } from './light-client.ts';
import { severalAtOnce, type Venue } from './venue.ts';

/** Memory of a process per connection, bytes; objects and buffers after a garbage collection. */
export interface PerConnection {
  process: string;
  connections: number;
  heap: number;
  external: number;
  resident: number;
}

/** Idle connections: direct websockets, and those that polled first as browsers do. */
export interface Idle {
  websocket: PerConnection[];
  upgraded: PerConnection[];
}

const SETTLE_MS = 3_000;

interface Held {
  heap: number;
  external: number;
  resident: number;
}

async function readAll({ platform, memory }: Venue): Promise<Map<string, Held>> {
  const held = new Map<string, Held>();
  for (const name of platform.processes.keys()) {
    if (name === 'gateway' || name.startsWith('realtime'))
      held.set(name, await memory.readProcess(platform, name));
  }
  return held;
}

function grown(
  before: Map<string, Held>,
  after: Map<string, Held>,
  counts: Map<string, number>,
): PerConnection[] {
  return [...after].map(([process, { heap, external, resident }]) => {
    const had = before.get(process)!;
    const connections = counts.get(process) ?? 0;
    return {
      process,
      connections,
      heap: (heap - had.heap) / connections,
      external: (external - had.external) / connections,
      resident: (resident - had.resident) / connections,
    };
  });
}

async function connectMany(venue: Venue, count: number, upgrading: boolean): Promise<PerConnection[]> {
  const { platform, tokenOf, commands } = venue;
  const counts = new Map([['gateway', 0]]);
  const add = (process: string) => counts.set(process, (counts.get(process) ?? 0) + 1);
  const before = await readAll(venue);
  await severalAtOnce(count, async (index) => {
    const url = commands(1);
    const { node } = await LightClient.connect(url, tokenOf(`idle-${upgrading}-${index}`), { upgrading });
    add(node);
    if (url === platform.url) add('gateway');
  });
  await delay(SETTLE_MS);
  return grown(before, await readAll(venue), counts);
}

/** Opens `count` connections that log in and stay silent, half of them by polling first. */
export async function standIdle(venue: Venue, count: number): Promise<Idle> {
  // One-time code and buffers count for no connection.
  await severalAtOnce(200, async (index) => {
    const { url } = venue.platform;
    (await LightClient.connect(url, venue.tokenOf(`warm-${index}`), { upgrading: index % 2 === 0 })).close();
  });
  await delay(SETTLE_MS);
  const websocket = await connectMany(venue, Math.ceil(count / 2), false);
  return { websocket, upgraded: await connectMany(venue, Math.floor(count / 2), true) };
}
