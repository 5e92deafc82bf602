import { createHash } from 'node:crypto';
import type { ServiceName } from '@doushouqi/protocol';
import { needsOf, SERVICE_NAMES } from '@doushouqi/protocol/server';
import { redisRules } from './redis-rules.ts';

/** Passwords by user name. */
export type Passwords = Readonly<Record<string, string>>;

/** All secrets of a deployment. */
export interface Vault {
  jwtPrivate: string;
  jwtPublic: string;
  serviceToken: string;
  redis: Passwords;
  mongodb: Passwords;
  /** Authenticates the members of the replica set to each other. */
  mongodbKey: string;
}

/** Files by name. */
type Files = Readonly<Record<string, string>>;

/** The files of each holder of secrets, by its name. */
export type Plan = ReadonlyMap<string, Files>;

/** The ports of the stores. Their host names are the keys. */
export const STORE_PORTS = { redis: 6_379, mongodb: 27_017 } as const;
export const MONGODB = `mongodb:${STORE_PORTS.mongodb}`;
export const DATABASE = 'doushouqi';
export const REPLICA_SET = 'rs0';

/** File names of the keys. */
export const KEY_FILES = {
  publicKey: 'jwt-public.pem',
  privateKey: 'jwt-private.pem',
  serviceToken: 'service-token',
} as const;

/** Redis users beside the services: for health checks and the operator. */
const REDIS_EXTRA = { health: '+ping', operator: '~* &* +@all' } as const;
/** The MongoDB user that creates the others, and the operator. */
export const MONGODB_ADMIN = 'admin';
export const MONGODB_OPERATOR = 'operator';
/** Holder of the operator's store addresses: the image of packages/operations. */
export const OPERATIONS = 'operations';

function needing(need: 'redis' | 'mongodb'): ServiceName[] {
  return SERVICE_NAMES.filter((name) => needsOf(name).includes(need));
}

export const REDIS_USERS: readonly string[] = [...needing('redis'), ...Object.keys(REDIS_EXTRA)];
export const MONGODB_SERVICES: readonly ServiceName[] = needing('mongodb');
export const MONGODB_USERS: readonly string[] = [...MONGODB_SERVICES, MONGODB_ADMIN, MONGODB_OPERATOR];

/**
 * Disabled for logins, but Redis replays its log with the rights of this user: without them a restart loses the writes of
 * scripts and transactions.
 */
const DEFAULT_USER = 'user default off resetpass ~* &* +@all';

/** Returns the ACL file of Redis. It contains hashes and requires a user name. */
function redisUsers(passwords: Passwords): string {
  const rules = new Map<string, string>([
    ...needing('redis').map((name) => [name, redisRules(name)] as const),
    ...Object.entries(REDIS_EXTRA),
  ]);
  const lines = [...rules].map(([name, allowed]) => {
    const hash = createHash('sha256').update(passwords[name]!).digest('hex');
    return `user ${name} on resetchannels #${hash} ${allowed}`;
  });
  return `${[DEFAULT_USER, ...lines].join('\n')}\n`;
}

/** Returns the secret environment variables of a store user for `node --env-file`. */
function environmentOf(user: string, vault: Vault, withMongodb: boolean): string {
  const redis = `redis://${user}:${vault.redis[user]}@redis:${STORE_PORTS.redis}`;
  const mongodb = `mongodb://${user}:${vault.mongodb[user]}@${MONGODB}/${DATABASE}?replicaSet=${REPLICA_SET}&authSource=${DATABASE}`;
  return [`REDIS_URL=${redis}\n`, ...(withMongodb ? [`MONGODB_URL=${mongodb}\n`] : [])].join('');
}

function filesOf(service: ServiceName, vault: Vault): Files {
  const needs = needsOf(service);
  return {
    environment: environmentOf(service, vault, needs.includes('mongodb')),
    ...(needs.includes('publicKey') && { [KEY_FILES.publicKey]: vault.jwtPublic }),
    ...(needs.includes('privateKey') && { [KEY_FILES.privateKey]: vault.jwtPrivate }),
    ...(needs.includes('serviceToken') && { [KEY_FILES.serviceToken]: vault.serviceToken }),
  };
}

/** Returns the files of each service and database, without those of others. */
export function planSecrets(vault: Vault): Plan {
  return new Map([
    ...SERVICE_NAMES.map((service): [string, Files] => [service, filesOf(service, vault)]),
    [
      'redis',
      {
        'users.acl': redisUsers(vault.redis),
        'health-password': vault.redis.health!,
        'operator-password': vault.redis.operator!,
      },
    ],
    [
      'mongodb',
      { 'replica-set-key': vault.mongodbKey, 'operator-password': vault.mongodb[MONGODB_OPERATOR]! },
    ],
    ['mongodb-users', { 'passwords.json': JSON.stringify(vault.mongodb) }],
    [OPERATIONS, { environment: environmentOf(MONGODB_OPERATOR, vault, true) }],
  ]);
}
