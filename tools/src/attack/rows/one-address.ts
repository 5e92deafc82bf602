import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Attack, Target } from '../attack.ts';
import { inMegabytes, watchGrowth } from '../growth.ts';
import { openWire, type Wire } from '../wire.ts';

/** Below the request limit, so that the session limit applies. */
const PER_SECOND = 150;
const SECONDS = 8;
/** Default of SESSIONS_PER_ADDRESS. */
const ALLOWED = 600;
/** Connections that never send a message. */
const SILENT = 1_000;
const MOST_P99_MS = 250;
const MOST_GROWTH = 120 * 2 ** 20;

function silentConnection(target: Target): Socket {
  const { hostname, port } = new URL(target.platform.url);
  return connect(Number(port), hostname).on('error', () => undefined);
}

/** Opens websockets at the rate of the general limit; resolves to the accepted ones. */
async function openMany(target: Target, address: string): Promise<Wire[]> {
  const wires: Promise<Wire | null>[] = [];
  for (let second = 0; second < SECONDS; second += 1) {
    for (let n = 0; n < PER_SECOND; n += 1) {
      wires.push(openWire(target.platform.url, address).catch(() => null));
    }
    await delay(1_000);
  }
  return (await Promise.all(wires)).filter((wire) => wire !== null);
}

export const oneAddress: Attack = {
  name: 'one-address',
  what: `One address opens ${SILENT} connections without a request, and ${PER_SECOND * SECONDS} websockets.`,
  aim: `It gets ${ALLOWED} sessions; bystanders’ p99 stays under ${MOST_P99_MS} ms, memory grows by at most 120 MB.`,
  slow: true,
  async run(target) {
    const bystanders = await target.bystanders();
    const growth = watchGrowth(target, ['realtime-1', 'realtime-2', 'gateway']);
    const silent = Array.from({ length: SILENT }, () => silentConnection(target));
    const taken = await openMany(target, target.newAddress());
    const open = taken.filter((wire) => wire.closedAfter() === undefined).length;
    const { p99, lost } = await bystanders.stop();
    const grown = growth();
    for (const socket of [...silent, ...taken.map((wire) => wire.socket)]) socket.destroy();
    return {
      figures: {
        'websockets open': `${open} of ${PER_SECOND * SECONDS}`,
        'p99 of bystanders': `${Math.round(p99)} ms`,
        'moves lost': String(lost),
        'memory grown by': inMegabytes(grown),
      },
      holds: open <= ALLOWED && p99 < MOST_P99_MS && lost === 0 && grown < MOST_GROWTH,
    };
  },
};
