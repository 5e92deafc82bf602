import { createHash } from 'node:crypto';
import type { ServiceName } from '@doushouqi/protocol';
import { needsOf, SERVICE_NAMES } from '@doushouqi/protocol/server';
import { redisRules } from './redis-rules.ts';

/** Passwords by the name of their user. */
export type Passwords = Readonly<Record<string, string>>;

/** What is kept in one place and from which every holder gets its part. */
export interface Vault {
  jwtPrivate: string;
  jwtPublic: string;
  serviceToken: string;
  redis: Passwords;
  mongodb: Passwords;
  /** By which the members of the replica set know each other. */
  mongodbKey: string;
}

/** Files by name. */
type Files = Readonly<Record<string, string>>;

/** The files of everybody who holds a secret, by the name of the holder. */
export type Plan = ReadonlyMap<string, Files>;

/** The ports of the stores, whose hosts have their names. */
export const STORE_PORTS = { redis: 6_379, mongodb: 27_017 } as const;
export const MONGODB = `mongodb:${STORE_PORTS.mongodb}`;
export const DATABASE = 'doushouqi';
export const REPLICA_SET = 'rs0';

/** The file of each key, for services that need it. */
export const KEY_FILES = {
  publicKey: 'jwt-public.pem',
  privateKey: 'jwt-private.pem',
  serviceToken: 'service-token',
} as const;

/** Users of Redis beside the services: who asks whether it answers, and a person on call. */
const REDIS_EXTRA = { health: '+ping', operator: '~* &* +@all' } as const;
/** The user of MongoDB who makes the others, and a person on call. */
export const MONGODB_ADMIN = 'admin';
export const MONGODB_OPERATOR = 'operator';

function needing(need: 'redis' | 'mongodb'): ServiceName[] {
  return SERVICE_NAMES.filter((name) => needsOf(name).includes(need));
}

export const REDIS_USERS: readonly string[] = [...needing('redis'), ...Object.keys(REDIS_EXTRA)];
export const MONGODB_SERVICES: readonly ServiceName[] = needing('mongodb');
export const MONGODB_USERS: readonly string[] = [...MONGODB_SERVICES, MONGODB_ADMIN, MONGODB_OPERATOR];

/**
 * Nobody comes in by it, but Redis reads its own log by this user's rights: without them it leaves out, at a restart,
 * whatever a script or a transaction wrote.
 */
const DEFAULT_USER = 'user default off resetpass ~* &* +@all';

/** The ACL file of Redis. It holds hashes; nobody comes in without a name. */
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

/** The variables whose values are secret, for `node --env-file`. */
function environmentOf(service: ServiceName, vault: Vault): string {
  const needs = needsOf(service);
  const redis = `redis://${service}:${vault.redis[service]}@redis:${STORE_PORTS.redis}`;
  const mongodb = `mongodb://${service}:${vault.mongodb[service]}@${MONGODB}/${DATABASE}?replicaSet=${REPLICA_SET}&authSource=${DATABASE}`;
  return [`REDIS_URL=${redis}\n`, ...(needs.includes('mongodb') ? [`MONGODB_URL=${mongodb}\n`] : [])].join(
    '',
  );
}

function filesOf(service: ServiceName, vault: Vault): Files {
  const needs = needsOf(service);
  return {
    environment: environmentOf(service, vault),
    ...(needs.includes('publicKey') && { [KEY_FILES.publicKey]: vault.jwtPublic }),
    ...(needs.includes('privateKey') && { [KEY_FILES.privateKey]: vault.jwtPrivate }),
    ...(needs.includes('serviceToken') && { [KEY_FILES.serviceToken]: vault.serviceToken }),
  };
}

/** Who gets which files: each service its own, the databases theirs, nobody those of another. */
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
  ]);
}
