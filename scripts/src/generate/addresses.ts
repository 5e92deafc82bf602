import { KEY_FILES, STORE_PORTS } from '@doushouqi/operations/deployment';
import { NEED_VARIABLES, needsOf, type Role } from '@doushouqi/protocol/server';

/** Ports inside the containers. */
export const PORTS = { service: 3_000, gateway: 8_080, gatewayMetrics: 9_090, ...STORE_PORTS };

export function portOf(role: Role): number {
  return role === 'gateway' ? PORTS.gateway : PORTS.service;
}

/** Returns the URL of a service, whose host is its name in every container network. */
export function urlOf(service: string): string {
  return `http://${service}:${PORTS.service}`;
}

const KEYS = Object.entries(KEY_FILES).map(([need, file]) => ({
  need,
  file,
  variable: NEED_VARIABLES[need as keyof typeof KEY_FILES],
}));

/** Returns the keys that a role needs: the file of each, and the variable that names it. */
export function keysOf(role: Role): { file: string; variable: string }[] {
  return KEYS.filter(({ need }) => needsOf(role).some((one) => one === need));
}
