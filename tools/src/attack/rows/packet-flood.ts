import { setTimeout as delay } from 'node:timers/promises';
import type { Attack, Target } from '../attack.ts';
import { inMegabytes, watchGrowth } from '../growth.ts';
import { frame, openWire } from '../wire.ts';

/** Long enough for the bystanders to play dozens of moves. */
const LASTS_MS = 2_500;
/** Delay before a cut client reconnects. */
const PAUSE_MS = 50;
const MOST_P99_MS = 250;
const MOST_CLOSING_MS = 1_000;
const MOST_GROWTH = 60 * 2 ** 20;

/** Packets that a client without login sends in a loop. */
const LOOPS: Readonly<Record<string, string>> = {
  'another namespace': '40/x,{}',
  pongs: '3',
  acknowledgements: '431[]',
};

/** Floods over one websocket after another until `signal` aborts; resolves to the longest lifetime of one, ms. */
async function floodByWebsocket(target: Target, packet: string, signal: AbortSignal): Promise<number> {
  const address = target.newAddress();
  const one = frame(packet);
  const many = Buffer.alloc(Math.floor((16 * 1_024) / one.length) * one.length, one);
  let longest = 0;
  while (!signal.aborted) {
    const wire = await openWire(target.platform.url, address);
    const begun = performance.now();
    while (!signal.aborted && wire.closedAfter() === undefined) {
      if (wire.socket.writableNeedDrain) await delay(1);
      else wire.socket.write(many);
    }
    longest = Math.max(longest, performance.now() - begun);
    wire.socket.destroy();
    await delay(PAUSE_MS);
  }
  return longest;
}

/** Floods by polls with 1 900 packets each. */
async function floodByPolls(target: Target, signal: AbortSignal): Promise<number> {
  const headers = { 'x-forwarded-for': target.newAddress() };
  const url = `${target.platform.url}/socket.io/?EIO=4&transport=polling`;
  const body = Array(1_900).fill('3').join('\x1e');
  let longest = 0;
  while (!signal.aborted) {
    const { sid } = JSON.parse((await (await fetch(url, { headers })).text()).slice(1));
    const begun = performance.now();
    let isOpen = true;
    while (isOpen && !signal.aborted) {
      const answer = await fetch(`${url}&sid=${sid}`, { method: 'POST', headers, body }).catch(
        () => undefined,
      );
      await answer?.body?.cancel();
      isOpen = answer?.status === 200;
    }
    longest = Math.max(longest, performance.now() - begun);
    await delay(PAUSE_MS);
  }
  return longest;
}

export const packetFlood: Attack = {
  name: 'packet-flood',
  what: 'Four connections without a login send a foreign namespace, pongs, acknowledgments, and 1,900 packets per poll.',
  aim: 'Each is closed within a second; bystanders’ p99 stays under 250 ms, a node’s memory grows by at most 60 MB.',
  slow: true,
  async run(target) {
    const bystanders = await target.bystanders();
    const growth = watchGrowth(target, ['realtime-1', 'realtime-2', 'gateway']);
    const signal = AbortSignal.timeout(LASTS_MS);
    const lives = await Promise.all([
      ...Object.values(LOOPS).map((packet) => floodByWebsocket(target, packet, signal)),
      floodByPolls(target, signal),
    ]);
    const { p99, lost } = await bystanders.stop();
    const grown = growth();
    const ways = [...Object.keys(LOOPS), 'polls'];
    const figures = {
      'longest life': ways.map((way, n) => `${way} ${Math.round(lives[n]!)} ms`).join(', '),
      'p99 of bystanders': `${Math.round(p99)} ms`,
      'moves lost': String(lost),
      'memory grown by': inMegabytes(grown),
    };
    const holds = Math.max(...lives) < MOST_CLOSING_MS && p99 < MOST_P99_MS && lost === 0;
    return { figures, holds: holds && grown < MOST_GROWTH };
  },
};
