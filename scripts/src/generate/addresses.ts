import { factsOf, SERVICE_NAMES } from '@doushouqi/protocol/server';
import type { Role } from '../platform/environment.ts';

/** The ports inside of containers. */
export const PORTS = { service: 3_000, gateway: 8_080, gatewayMetrics: 9_090, redis: 6_379, mongodb: 27_017 };

export function portOf(role: Role): number {
  return role === 'gateway' ? PORTS.gateway : PORTS.service;
}

/** The address of a service, which is its name in every network of containers. */
export function urlOf(service: string): string {
  return `http://${service}:${PORTS.service}`;
}

/** The containers of a role in docker-compose.yml: nodes are numbered, since each has a name of its own. */
export function containersOf(role: Role): string[] {
  const { nodes, processes = 1 } = role === 'gateway' ? {} : factsOf(role);
  return nodes ? Array.from({ length: processes }, (_, index) => `${role}-${index + 1}`) : [role];
}

export function needsOf(role: Role): readonly string[] {
  return role === 'gateway' ? [] : factsOf(role).needs;
}

export const WITH_MONGODB = SERVICE_NAMES.filter((name) => factsOf(name).needs.includes('mongodb'));
