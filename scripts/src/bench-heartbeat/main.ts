import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { NOWHERE, type Pinned, pinLoad, startPinned } from '../bench/pinned.ts';
import { cpuBetween, cpuSeconds } from '../bench/processes.ts';
import type { PlatformOptions } from '../index.ts';
import { beat, type Window } from './load.ts';
import { type Phase, type PhaseName, report } from './report.ts';

/**
 * `npm run bench:heartbeat -- --rate 1000 --seconds 15`: what a heartbeat costs, beside a bare express route with the
 * same JSON. Server processes on the first core, windows on the second.
 */
const { values } = parseArgs({
  options: { rate: { type: 'string', default: '1000' }, seconds: { type: 'string', default: '15' } },
});
const rate = Number(values.rate);
const seconds = Number(values.seconds);
if (!(rate >= 1) || !(seconds >= 1)) {
  console.error('usage: npm run bench:heartbeat -- --rate 1000 --seconds 15');
  process.exit(1);
}

/** A window beats every five seconds. */
const SECONDS_PER_BEAT = 5;
/** The yardstick stands where the lobby service would, so that the gateway finds it. */
const BARE = 'lobby';
const PROCESSES: PlatformOptions['processes'] = [
  { name: 'redis', stage: 'redis', role: 'redis' },
  { name: 'store', stage: 'store', role: 'store', entry: 'packages/embedded-mongo/src/main.ts' },
  { name: 'auth', stage: 'service', role: 'auth', entry: 'services/auth/src/main.ts' },
  { name: 'social', stage: 'service', role: 'social', entry: 'services/social/src/main.ts' },
  { name: BARE, stage: 'service', role: 'lobby', entry: 'scripts/src/bench-heartbeat/bare.ts' },
  { name: 'gateway', stage: 'gateway', role: 'gateway', entry: 'gateway/src/main.ts' },
];

/** As many windows, each of another user, as it takes for the rate; every fourth looks at a room. */
function openWindows({ tokenOf }: Pinned): Window[] {
  return Array.from({ length: rate * SECONDS_PER_BEAT }, (_, n) => ({
    token: tokenOf(randomBytes(12).toString('hex')),
    body: JSON.stringify({ currentPath: n % 4 === 0 ? `/room/${n}` : '/' }),
  }));
}

async function measure(pinned: Pinned): Promise<Record<PhaseName, Phase>> {
  const { platform } = pinned;
  const windows = openWindows(pinned);
  const at = (name: string) => `http://127.0.0.1:${platform.processes.get(name)?.port}`;
  const run = async (url: string, length: number): Promise<Phase> => {
    const before = cpuSeconds(platform);
    const flow = await beat(url, windows, { rate, seconds: length });
    console.error(`${url}: ${flow.beats} sent, ${flow.refused} refused`);
    return { ...flow, cpu: cpuBetween(before, cpuSeconds(platform)) };
  };
  const heartbeats = '/api/users/heartbeat';
  const bare = '/api/lobby/heartbeat';
  return {
    // Their tokens are checked whole, and their friends are told. The next two follow before anybody counts as gone.
    first: await run(at('social') + heartbeats, SECONDS_PER_BEAT),
    direct: await run(at('social') + heartbeats, seconds),
    throughGateway: await run(platform.url + heartbeats, seconds),
    bare: await run(at(BARE) + bare, seconds),
    bareThroughGateway: await run(platform.url + bare, seconds),
  };
}

pinLoad();
const pinned = await startPinned('heartbeat', {
  processes: PROCESSES,
  env: { REALTIME_NODES: `none=${NOWHERE}` },
});
try {
  report(await measure(pinned), { rate, seconds });
} finally {
  await pinned.stop();
}
process.exit(0);
