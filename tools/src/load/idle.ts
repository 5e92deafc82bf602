import { setTimeout as delay } from 'node:timers/promises';
import { times, verdict } from '../numbers.ts';
import type { Memory } from '../processes.ts';
import { RoomClient } from '../room-client.ts';
import type { Extent } from './main.ts';
import { openVenue, type Venue } from './venue.ts';

const MOST_KB = 20;
const WARM_UP = 200;
const SETTLE_MS = 3_000;
const AT_ONCE = 16;

async function readAll({ platform, memory }: Venue): Promise<Map<string, Memory>> {
  await delay(SETTLE_MS);
  const names = [...platform.processes.keys()].filter((name) => /^(gateway|realtime)/.test(name));
  return new Map(await times(names.length, async (n) => [names[n]!, await memory.read(platform, names[n]!)]));
}

/** Memory of connections that log in and stay silent. Every second one does without the gateway: it has not enough files. */
export async function standIdle({ clients = 10_000 }: Extent): Promise<boolean> {
  const venue = await openVenue('idle');
  const { platform, tokenOf } = venue;
  const nodes = [...platform.processes].filter(([name]) => name.startsWith('realtime'));
  const counts = new Map<string, number>();
  const connect = async (n: number): Promise<void> => {
    const port = nodes[(n >> 1) % nodes.length]![1].port;
    const url = n % 2 === 0 ? platform.url : `http://127.0.0.1:${port}`;
    const { node } = await RoomClient.connect(url, tokenOf(`idle-${n}`));
    for (const name of n % 2 === 0 ? [node, 'gateway'] : [node])
      counts.set(name, (counts.get(name) ?? 0) + 1);
  };
  try {
    // One-time code and buffers count for no connection.
    await times(WARM_UP, connect, AT_ONCE);
    const before = await readAll(venue);
    counts.clear();
    await times(clients, connect, AT_ONCE);
    const costs = [...(await readAll(venue))].map(([name, { heap, external }]) => {
      const had = before.get(name)!;
      const kb = (heap + external - had.heap - had.external) / (counts.get(name) ?? 0) / 1_024;
      console.log(`${name}: ${kb.toFixed(1)} KB for each of ${counts.get(name)} idle connections`);
      return name === 'gateway' ? 0 : kb;
    });
    return verdict(Math.max(...costs) <= MOST_KB, `at most ${MOST_KB} KB on a node`);
  } finally {
    await venue.stop();
  }
}
