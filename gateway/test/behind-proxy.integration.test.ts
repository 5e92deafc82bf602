import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@doushouqi/service-kit/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { addressOf, startGateway } from './fixtures.ts';

/** Milliseconds for the start of HAProxy. */
const DEADLINE = 10_000;

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/**
 * Configures HAProxy as an ingress controller, which adds its client's address to `X-Forwarded-For`; with
 * `proxyProtocol` behind a load balancer that forwards TCP and names the client by the PROXY protocol.
 */
function configOf(gateway: string, port: number, socket: string, proxyProtocol: boolean): string {
  const bound = `bind 127.0.0.1:${port}`;
  const balancer = ['listen balancer', 'mode tcp', bound, `server controller unix@${socket} send-proxy-v2`];
  const lines = [
    'defaults',
    'timeout connect 5s',
    'timeout client 30s',
    'timeout server 30s',
    'listen controller',
    'mode http',
    'http-request add-header X-Forwarded-For %[src]',
    proxyProtocol ? `bind unix@${socket} accept-proxy` : bound,
    `server gateway ${new URL(gateway).host}`,
    ...(proxyProtocol ? balancer : []),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** Starts HAProxy in front of a gateway; returns its address. */
async function startProxy(gateway: string, proxyProtocol: boolean): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'doushouqi-proxy-'));
  closing.push(() => rmSync(dir, { recursive: true }));
  const port = await freePort();
  const file = join(dir, 'haproxy.cfg');
  writeFileSync(file, configOf(gateway, port, join(dir, 'controller.sock'), proxyProtocol));
  const proxy = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' });
  closing.push(() => proxy.kill() && once(proxy, 'exit'));
  await vi.waitFor(async () => {
    const probe = connect(port, '127.0.0.1');
    await once(probe, 'connect');
    probe.destroy();
  }, DEADLINE);
  return `http://127.0.0.1:${port}`;
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

async function startGatewayBehind(
  proxyProtocol: boolean,
  trusted: Record<string, number | string>,
): Promise<string> {
  const limits = { RATE_LIMIT_PER_SECOND: 1, RATE_LIMIT_BURST: 3 };
  const gateway = await startGateway({ env: { ...limits, ...trusted } });
  closing.push(() => gateway.stop());
  return startProxy(gateway.url, proxyProtocol);
}

describe.each([
  ['one proxy', false],
  ['a proxy that reads the PROXY protocol of a load balancer', true],
])('a gateway behind %s', (_, proxyProtocol) => {
  const behindProxy = (trusted: Record<string, number | string>) =>
    startGatewayBehind(proxyProtocol, trusted);

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
