import type { ServiceName } from '@doushouqi/protocol';
import { factsOf, SERVICE_NAMES } from '@doushouqi/protocol/server';

/** The services that have a user in Redis, which has the name of the service. */
export const REDIS_SERVICES: readonly ServiceName[] = SERVICE_NAMES;

/**
 * Everything that clients do, less what concerns the server or every key at once (`FLUSHALL`, `KEYS`, `CONFIG`, `ACL`).
 * BullMQ asks `INFO` for the version.
 */
const COMMANDS = '+@all -@admin -@dangerous +info';

/** What a service may do in Redis, as rules of its ACL (https://redis.io/docs/latest/operate/oss_and_stack/management/security/acl/). */
export function redisRules(service: ServiceName): string {
  const { keys = [], reads = [], channels = [] } = factsOf(service).redis;
  return [
    'resetkeys',
    'resetchannels',
    ...keys.map((pattern) => `~${pattern}`),
    ...reads.map((pattern) => `%R~${pattern}`),
    ...channels.map((pattern) => `&${pattern}`),
    COMMANDS,
  ].join(' ');
}
