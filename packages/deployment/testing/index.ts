export { type RedisMembers, startRedisMembers } from './redis-members.ts';
