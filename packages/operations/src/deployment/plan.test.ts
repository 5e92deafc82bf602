import { createHash } from 'node:crypto';
import { needsOf, SERVICE_NAMES } from '@doushouqi/protocol/server';
import { describe, expect, test } from 'vitest';
import { HOLDERS, planSecrets, REDIS_USERS, REPLICATED_STORES, type Vault } from './plan.ts';

function passwordsOf(kind: string, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, `${kind}-of-${name}`]));
}

const VAULT: Vault = {
  jwtPrivate: 'the private key',
  jwtPublic: 'the public key',
  serviceToken: 'the token',
  redis: passwordsOf('redis', REDIS_USERS),
  mongodb: passwordsOf('mongodb', [...SERVICE_NAMES, 'admin', 'operator']),
  mongodbKey: 'the key of the set',
  backupSigning: 'the key of backups',
};
const PLAN = planSecrets(VAULT);

describe.each(SERVICE_NAMES)('%s gets', (service) => {
  const files = PLAN.get(service)!;
  const needs = needsOf(service);

  test('only the files that it needs', () => {
    const names = {
      'jwt-private.pem': needs.includes('privateKey'),
      'jwt-public.pem': needs.includes('publicKey'),
      'service-token': needs.includes('serviceToken'),
      environment: true,
    };
    const expected = Object.entries(names).flatMap(([name, there]) => (there ? [name] : []));
    expect(Object.keys(files).sort()).toEqual(expected.sort());
  });

  test('the addresses of its stores with its own password alone', () => {
    const text = Object.values(files).join('\n');
    expect(text.includes(`redis://${service}:redis-of-${service}@redis:6379`)).toBe(needs.includes('redis'));
    expect(text.includes(`mongodb://${service}:mongodb-of-${service}@mongodb:27017`)).toBe(
      needs.includes('mongodb'),
    );
    const others = [...Object.values(VAULT.redis), ...Object.values(VAULT.mongodb)];
    expect(others.filter((one) => text.includes(one) && !one.endsWith(`-of-${service}`))).toEqual([]);
  });
});

test('Redis gets password hashes, no default user, and a user for health checks alone', () => {
  const { 'users.acl': acl = '', ...others } = PLAN.get('redis')!;
  expect(others).toEqual({ 'health-password': 'redis-of-health', 'operator-password': 'redis-of-operator' });
  const users = new Map(
    acl
      .trim()
      .split('\n')
      .map((line) => [line.split(' ')[1], line]),
  );
  expect([...users.keys()].sort()).toEqual(['default', ...REDIS_USERS].sort());
  expect(users.get('default')).toMatch(/^user default off resetpass /);
  const hash = createHash('sha256').update('redis-of-health').digest('hex');
  expect(users.get('health')).toBe(`user health on resetchannels #${hash} +ping`);
  expect(acl).not.toContain('redis-of');
});

test('replicated stores are addressed by their members, and get the passwords between them', () => {
  const replicated = planSecrets(VAULT, REPLICATED_STORES);
  expect(replicated.get('pairing')?.environment).toBe(
    'REDIS_URL=redis-sentinel://pairing:redis-of-pairing@redis-0.redis:26379,redis-1.redis:26379,redis-2.redis:26379/doushouqi\n',
  );
  expect(replicated.get('auth')?.environment).toContain(
    '@mongodb-0.mongodb:27017,mongodb-1.mongodb:27017,mongodb-2.mongodb:27017/doushouqi?replicaSet=rs0',
  );
  expect(replicated.get('redis')).toMatchObject({
    'replica-password': 'redis-of-replica',
    'sentinel-password': 'redis-of-sentinel',
  });
});

test('only the operator gets the key that signs backups', () => {
  const holders = [...PLAN].filter(([, files]) => JSON.stringify(files).includes('the key of backups'));
  expect(holders.map(([holder]) => holder)).toEqual(['operations']);
});

test('MongoDB gets its key, and the job that creates its users gets their passwords', () => {
  expect(PLAN.get('mongodb')).toEqual({
    'replica-set-key': 'the key of the set',
    'operator-password': 'mongodb-of-operator',
  });
  expect(JSON.parse(PLAN.get('mongodb-users')?.['passwords.json'] ?? '')).toEqual(VAULT.mongodb);
  expect([...PLAN.keys()]).toEqual(HOLDERS);
});
