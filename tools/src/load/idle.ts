import { setTimeout as delay } from 'node:timers/promises';
import { sum, times, verdict } from '../numbers.ts';
import { cpuOf, type Memory, proportionalBytes } from '../processes.ts';
import { RawSocket } from '../raw-socket.ts';
import { type Extent, openVenue, type Venue } from './venue.ts';

const MOST_KB = 20;
/** Without users: memory of all processes, and their share of a core. */
const MOST_MIB = 660;
const MOST_CPU = 0.02;
const REST_S = 30;
const WARM_UP = 200;
const SETTLE_MS = 3_000;
const AT_ONCE = 16;

async function readAll({ platform, memory }: Venue): Promise<Map<string, Memory>> {
  await delay(SETTLE_MS);
  const names = [...platform.processes.keys()].filter((name) => /^(gateway|realtime)/.test(name));
  return new Map(await times(names.length, async (n) => [names[n]!, await memory.read(platform, names[n]!)]));
}

/** The product without users, and without the code that reports memory, which takes some itself. */
async function measureRest(): Promise<boolean> {
  const { platform, stop } = await openVenue('rest', { env: { NODE_OPTIONS: '' } });
  const pids = [...platform.processes.values()].flatMap(({ pid }) => pid ?? []);
  await delay(REST_S * 1_000);
  const before = sum(pids.map(cpuOf));
  await delay(REST_S * 1_000);
  const cpu = (sum(pids.map(cpuOf)) - before) / REST_S;
  const mib = sum(pids.map(proportionalBytes)) / 2 ** 20;
  await stop();
  const memory = `${mib.toFixed(0)} MiB (limit ${MOST_MIB})`;
  const text = `${pids.length} processes without users: ${memory}, ${(100 * cpu).toFixed(1)} % of a core`;
  return verdict(mib <= MOST_MIB && cpu <= MOST_CPU, text);
}

/** Memory of connections that log in and stay silent. Every second one does without the gateway: it has not enough files. */
export async function standIdle({ clients = 10_000 }: Extent): Promise<boolean> {
  const isSmall = await measureRest();
  const venue = await openVenue('idle');
  const { platform, tokenOf } = venue;
  const nodes = [...platform.processes].filter(([name]) => name.startsWith('realtime'));
  const counts = new Map<string, number>();
  const connect = async (n: number): Promise<void> => {
    const port = nodes[(n >> 1) % nodes.length]![1].port;
    const url = n % 2 === 0 ? platform.url : `http://127.0.0.1:${port}`;
    const { node } = await RawSocket.connect(url, tokenOf(`idle-${n}`));
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
    return verdict(Math.max(...costs) <= MOST_KB, `at most ${MOST_KB} KB on a node`) && isSmall;
  } finally {
    await venue.stop();
  }
}
