import { closeRedis, connectRedis } from '@doushouqi/service-kit';

function fieldOf(entry: readonly unknown[], name: string): string {
  return String(entry[entry.indexOf(name) + 1]);
}

/**
 * Returns the commands that Redis refused to services for missing rights since its start; wrong passwords are
 * excluded. `url`: of the default user. Each is like `social: {room:1}:state:1 (key)`.
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
