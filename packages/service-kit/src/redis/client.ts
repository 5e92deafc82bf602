import type { Cluster, Redis } from 'ioredis';

/** Connection to Redis: to one server (a fixed one, or the master that sentinels name), or to a cluster. */
export type RedisClient = Redis | Cluster;
