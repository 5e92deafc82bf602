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
  /** Signs backups. */
  backupSigning: string;
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

/** File name of the key that signs backups. */
export const BACKUP_SIGNING_FILE = 'backup-signing.pem';

const MEMBERS = 3;
export const SENTINEL_PORT = 26_379;
/** Name of the Redis master for sentinels. */
const SENTINEL_MASTER = 'doushouqi';

/** Returns the host names of a store's members: the pods of a StatefulSet. The first one starts the set. */
export function membersOf(store: keyof typeof STORE_PORTS): string[] {
  return Array.from({ length: MEMBERS }, (_, member) => `${store}-${member}.${store}`);
}

/**
 * Redis users beside the services: for health checks, the operator, and between servers
 * (https://redis.io/docs/latest/operate/oss_and_stack/management/security/acl/#acl-rules-for-sentinel-and-replicas).
 */
const REDIS_EXTRA = {
  health: '+ping',
  operator: '~* &* +@all',
  replica: '+psync +replconf +ping',
  sentinel:
    '&* +multi +slaveof +ping +exec +subscribe +config|rewrite +role +publish +info +client|setname +client|kill +script|kill',
} as const;
/** The MongoDB user that creates the others, and the operator. */
export const MONGODB_ADMIN = 'admin';
export const MONGODB_OPERATOR = 'operator';
/** Holder of the operator's store addresses: the image of this package. */
export const OPERATIONS = 'operations';

/** All holders of secrets. */
export const HOLDERS: readonly string[] = [...SERVICE_NAMES, 'redis', 'mongodb', 'mongodb-users', OPERATIONS];

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

/** URLs of the stores, without user and password. */
export interface StoreAddresses {
  redis: string;
  mongodb: string;
}

function mongodbUrl(hosts: readonly string[]): string {
  return `mongodb://${hosts}/${DATABASE}?replicaSet=${REPLICA_SET}&authSource=${DATABASE}`;
}

function membersAt(store: keyof typeof STORE_PORTS, port: number): string[] {
  return membersOf(store).map((host) => `${host}:${port}`);
}

/** One server for each store: docker-compose.yml, `k8s/components/stores`. */
export const SINGLE_STORES: StoreAddresses = {
  redis: `redis://redis:${STORE_PORTS.redis}`,
  mongodb: mongodbUrl([MONGODB]),
};

/** Members that replicate each other: `k8s/components/stores-ha`. */
export const REPLICATED_STORES: StoreAddresses = {
  redis: `redis-sentinel://${membersAt('redis', SENTINEL_PORT)}/${SENTINEL_MASTER}`,
  mongodb: mongodbUrl(membersAt('mongodb', STORE_PORTS.mongodb)),
};

function withLogin(url: string, user: string, passwords: Passwords): string {
  return url.replace('://', `://${user}:${passwords[user]}@`);
}

/** Returns the secret environment variables of a store user for `node --env-file`. */
function environmentOf(user: string, vault: Vault, withMongodb: boolean, stores: StoreAddresses): string {
  const lines = [
    `REDIS_URL=${withLogin(stores.redis, user, vault.redis)}`,
    ...(withMongodb ? [`MONGODB_URL=${withLogin(stores.mongodb, user, vault.mongodb)}`] : []),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function filesOf(service: ServiceName, vault: Vault, stores: StoreAddresses): Files {
  const needs = needsOf(service);
  return {
    environment: environmentOf(service, vault, needs.includes('mongodb'), stores),
    ...(needs.includes('publicKey') && { [KEY_FILES.publicKey]: vault.jwtPublic }),
    ...(needs.includes('privateKey') && { [KEY_FILES.privateKey]: vault.jwtPrivate }),
    ...(needs.includes('serviceToken') && { [KEY_FILES.serviceToken]: vault.serviceToken }),
  };
}

/** Returns the files of each service and database, without those of others. */
export function planSecrets(vault: Vault, stores: StoreAddresses = SINGLE_STORES): Plan {
  return new Map([
    ...SERVICE_NAMES.map((service): [string, Files] => [service, filesOf(service, vault, stores)]),
    [
      'redis',
      {
        'users.acl': redisUsers(vault.redis),
        'health-password': vault.redis.health!,
        'operator-password': vault.redis.operator!,
        ...(stores.redis.startsWith('redis-sentinel') && {
          'replica-password': vault.redis.replica!,
          'sentinel-password': vault.redis.sentinel!,
        }),
      },
    ],
    [
      'mongodb',
      { 'replica-set-key': vault.mongodbKey, 'operator-password': vault.mongodb[MONGODB_OPERATOR]! },
    ],
    ['mongodb-users', { 'passwords.json': JSON.stringify(vault.mongodb) }],
    [
      OPERATIONS,
      {
        environment: environmentOf(MONGODB_OPERATOR, vault, true, stores),
        [BACKUP_SIGNING_FILE]: vault.backupSigning,
      },
    ],
  ]);
}
