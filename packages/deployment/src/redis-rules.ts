import type { ServiceName } from '@doushouqi/protocol';

/** What a service may do in Redis, as rules of its ACL. */
export function redisRules(_service: ServiceName): string {
  return '~* &* +@all -@admin -@dangerous +info';
}
