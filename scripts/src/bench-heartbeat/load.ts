import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** A window that says again and again where it is. */
export interface Window {
  token: string;
  body: string;
}

/** What was sent and how it went. Latencies in ms, from the moment that a heartbeat was due to its reply. */
export interface Flow {
  beats: number;
  refused: number;
  latencies: number[];
}

/** Fewer than there are windows, as behind a gateway; each is used again as soon as its reply is read. */
const CONNECTIONS = 100;

function send(url: string, agent: Agent, { token, body }: Window): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    const sent = request(url, { method: 'POST', agent, headers }, (reply) => {
      reply.resume();
      reply.once('end', () => resolve(reply.statusCode ?? 0));
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

/**
 * `rate` heartbeats a second by all windows in turn, sent when they are due whether or not earlier ones were
 * answered, so that a slow server cannot hide. Resolves when all are answered.
 */
export async function beat(
  url: string,
  windows: readonly Window[],
  { rate, seconds }: { rate: number; seconds: number },
): Promise<Flow> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const flow: Flow = { beats: 0, refused: 0, latencies: [] };
  const total = Math.round(rate * seconds);
  const started = performance.now();
  const under: Promise<void>[] = [];
  const one = async (n: number): Promise<void> => {
    const status = await send(url, agent, windows[n % windows.length]!).catch(() => 0);
    if (status === 200) flow.latencies.push(performance.now() - started - (n / rate) * 1_000);
    else flow.refused += 1;
    flow.beats += 1;
  };
  for (let sent = 0; sent < total; await delay(1)) {
    const due = Math.min(total, Math.floor(((performance.now() - started) / 1_000) * rate) + 1);
    for (; sent < due; sent += 1) under.push(one(sent));
  }
  await Promise.all(under);
  agent.destroy();
  return flow;
}
