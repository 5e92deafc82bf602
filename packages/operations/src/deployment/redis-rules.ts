import type { ServiceName } from '@doushouqi/protocol';
import { getServiceDef, SERVICE_NAMES } from '@doushouqi/protocol/server';

/** The services with a Redis user, which has the name of the service. */
export const REDIS_SERVICES: readonly ServiceName[] = SERVICE_NAMES;

/**
 * All client commands except those for the server or all keys (`FLUSHALL`, `KEYS`, `CONFIG`, `ACL`). BullMQ reads the version
 * by `INFO`.
 */
const COMMANDS = '+@all -@admin -@dangerous +info';

/** Returns the Redis ACL rules of a service (https://redis.io/docs/latest/operate/oss_and_stack/management/security/acl/). */
export function redisRules(service: ServiceName): string {
  const { keys = [], reads = [], channels = [] } = getServiceDef(service).redis;
  return [
    'resetkeys',
    'resetchannels',
    ...keys.map((pattern) => `~${pattern}`),
    ...reads.map((pattern) => `%R~${pattern}`),
    ...channels.map((pattern) => `&${pattern}`),
    COMMANDS,
  ].join(' ');
}
