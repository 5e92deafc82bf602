import { createServer, request } from 'node:http';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { afterEach, describe, expect, it } from 'vitest';
import { addressOf, startGateway } from './fixtures.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** Starts a reverse proxy that adds its client's address to `X-Forwarded-For`, as ingress controllers do. */
async function startProxy(target: string): Promise<string> {
  const forward = createProxyMiddleware({
    target,
    on: {
      proxyReq(proxied, { headers, socket }) {
        const chain = [headers['x-forwarded-for'], socket.remoteAddress].filter(Boolean);
        proxied.setHeader('x-forwarded-for', chain.join(', '));
      },
    },
  });
  const server = createServer((req, res) => void forward(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

/** Sends a request from an address of this machine; returns the status of the reply. */
function statusFrom(localAddress: string, url: string, forwarded?: string): Promise<number> {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return new Promise((resolve, reject) => {
    const req = request(
      { ...addressOf(url), path: '/api/auth/me', localAddress, headers, agent: false },
      (res) => {
        res.resume();
        resolve(res.statusCode ?? 0);
      },
    );
    req.once('error', reject);
    req.end();
  });
}

/** Sends requests until one is refused by the general limit. */
async function exhaust(address: string, url: string, forwarded?: (n: number) => string): Promise<boolean> {
  for (let n = 0; n < 6; n++) if ((await statusFrom(address, url, forwarded?.(n))) === 429) return true;
  return false;
}

async function behindProxy(trusted: Record<string, number | string>): Promise<string> {
  const limits = { RATE_LIMIT_PER_SECOND: 1, RATE_LIMIT_BURST: 3 };
  const gateway = await startGateway({ env: { ...limits, ...trusted } });
  closing.push(() => gateway.stop());
  return startProxy(gateway.url);
}

describe('a gateway behind one proxy', () => {
  it('counts by the address of the client with TRUST_PROXY=1', async () => {
    const url = await behindProxy({ TRUST_PROXY: 1 });
    expect(await exhaust('127.0.0.2', url)).toBe(true);
    expect(await statusFrom('127.0.0.3', url)).not.toBe(429);
  });

  it('does not believe an address that the client itself sends', async () => {
    const url = await behindProxy({ TRUST_PROXY: 1 });
    expect(await exhaust('127.0.0.2', url, (n) => `203.0.113.${n}`)).toBe(true);
  });

  it('counts all clients as one without TRUST_PROXY', async () => {
    const url = await behindProxy({});
    expect(await exhaust('127.0.0.2', url)).toBe(true);
    expect(await statusFrom('127.0.0.3', url)).toBe(429);
  });

  it('lets clients choose their address if TRUST_PROXY is too large', async () => {
    const url = await behindProxy({ TRUST_PROXY: 2 });
    expect(await exhaust('127.0.0.2', url, (n) => `203.0.113.${n}`)).toBe(false);
  });
});
