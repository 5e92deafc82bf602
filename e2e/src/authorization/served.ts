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

/**
 * Calls every route of the product at one service directly, past the gateway, and returns the routes that the service
 * has, sorted: it counts them under the route's template, whatever it answers. The calls have no user and no fields,
 * so they have no effect.
 */
export async function routesServed(platform: Platform, service: ServiceName): Promise<string[]> {
  const process = platform.processes.get(service) ?? platform.processes.get(`${service}-1`);
  const base = `http://127.0.0.1:${process?.port}`;
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
