import http from 'node:http';
import https from 'node:https';
import type { NodeHealth } from './affinity.ts';

const TIMEOUT_MS = 1_000;

export interface Probes {
  /** What `/readyz` of the node with this base URL says; it never rejects. */
  readiness(url: string): Promise<NodeHealth>;
  /** Lets go of the connections that are kept. */
  close(): void;
}

/**
 * Asks nodes how they are, over connections that stay. Not by `fetch`: asked every second, it alone would be a good part of
 * what the product costs while nobody plays.
 */
export function openProbes(): Probes {
  const plain = new http.Agent({ keepAlive: true });
  const secure = new https.Agent({ keepAlive: true });
  return {
    readiness: (url) =>
      new Promise((resolve) => {
        const [get, agent] = url.startsWith('https:') ? [https.get, secure] : [http.get, plain];
        const request = get(`${url}/readyz`, { agent, timeout: TIMEOUT_MS }, (response) => {
          response.on('error', () => undefined).resume();
          resolve(response.statusCode === 200 ? 'ready' : 'refusing');
        });
        request.on('timeout', () => request.destroy());
        request.on('error', () => resolve('down'));
      }),
    close() {
      plain.destroy();
      secure.destroy();
    },
  };
}
