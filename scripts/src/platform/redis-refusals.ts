import { closeRedis, connectRedis } from '@doushouqi/service-kit';

function fieldOf(entry: readonly unknown[], name: string): string {
  return String(entry[entry.indexOf(name) + 1]);
}

/**
 * What services asked of Redis that their user may not, as it remembers it since its start; a wrong password is none of
 * it. `url`: of the default user. Each like `social: {room:1}:state:1 (key)`.
 */
export async function refusedByRedis(url: string): Promise<string[]> {
  const redis = connectRedis(url, { role: 'command' });
  const entries = (await redis.call('ACL', 'LOG')) as unknown[][];
  await closeRedis(redis);
  return entries
    .filter((entry) => fieldOf(entry, 'reason') !== 'auth')
    .map(
      (entry) => `${fieldOf(entry, 'username')}: ${fieldOf(entry, 'object')} (${fieldOf(entry, 'reason')})`,
    );
}
