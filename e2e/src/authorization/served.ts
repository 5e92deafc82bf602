import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RouteDef, ServiceName } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import type { Platform } from '@doushouqi/scripts';

/** Returns the routes under which a service counted requests, as `METHOD /path`. */
async function routesCounted(base: string): Promise<Set<string>> {
  const figures = await (await fetch(`${base}/metrics`)).text();
  const series = figures.matchAll(/^http_request_duration_seconds_count\{(.*)\}/gm);
  const label = (labels: string, name: string) => labels.match(new RegExp(`${name}="([^"]*)"`))?.[1];
  return new Set(
    [...series].map(([, labels = '']) => `${label(labels, 'method')} ${label(labels, 'route')}`),
  );
}

/** Returns the address of a service's first process, without the gateway. */
export function addressOf(platform: Platform, service: ServiceName): string {
  const process = platform.processes.get(service) ?? platform.processes.get(`${service}-1`);
  return `http://127.0.0.1:${process?.port}`;
}

/** Routes between processes that are no part of the API. */
const BESIDE_API: Partial<Record<ServiceName, readonly string[]>> = {
  realtime: ['POST /gateways/any/going'],
};

/**
 * Calls every route between processes at its service directly, without a token and with a wrong one; returns those that
 * do not answer 401.
 */
export async function routesWithoutToken(platform: Platform, service: ServiceName): Promise<string[]> {
  const inner = Object.values<RouteDef>(ROUTES).filter(
    (one) => one.auth === 'service' && one.service === service,
  );
  const calls = [...inner.map(({ method, path }) => `${method} ${path}`), ...(BESIDE_API[service] ?? [])];
  const open: string[] = [];
  for (const call of calls) {
    const [method = '', path = ''] = call.replace(/:\w+/g, '!').split(' ');
    for (const headers of [{}, { 'x-service-token': '' }, { 'x-service-token': 'a guess' }]) {
      const { status } = await fetch(addressOf(platform, service) + path, { method, headers });
      if (status !== 401) open.push(`${call}: ${status}`);
    }
  }
  return open;
}

/**
 * Calls every route of the product at one service directly, past the gateway, and returns the routes that the service
 * has, sorted: it counts them under the route's template, whatever it answers. The calls have no user and no fields,
 * so they have no effect.
 */
export async function routesServed(platform: Platform, service: ServiceName): Promise<string[]> {
  const base = addressOf(platform, service);
  const token = readFileSync(join(platform.keysDir, 'service-token'), 'utf8').trim();
  const routes = Object.values<RouteDef>(ROUTES);
  for (const { method, path, auth } of routes) {
    await fetch(`${base}${auth === 'service' ? '' : '/api'}${path.replace(/:\w+/g, '!')}`, {
      method,
      headers: { 'x-service-token': token, 'content-type': 'application/json' },
    });
  }
  const counted = await routesCounted(base);
  const served = routes.map(({ method, path }) => `${method} ${path}`).filter((route) => counted.has(route));
  return served.sort();
}
