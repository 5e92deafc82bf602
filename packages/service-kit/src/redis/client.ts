import type { Cluster, Redis } from 'ioredis';

/** A connection to Redis: to one server (a fixed one, or whichever is master by its sentinels), or to a cluster. */
export type RedisClient = Redis | Cluster;
