import { getServiceDef, SERVICE_NAMES } from '@doushouqi/protocol/server';
import { expect, test } from 'vitest';
import { setUsers, type UserAdmin } from './mongodb-users.ts';
import { DATABASE, MONGODB_USERS } from './plan.ts';

type Command = Record<string, unknown>;

/** Accepts the MongoDB commands that create roles and users, and stores them. */
function fakeServer(): UserAdmin & { roles: Map<string, Command>; users: Map<string, Command> } {
  const [roles, users] = [new Map<string, Command>(), new Map<string, Command>()];
  const put = (there: Map<string, Command>, isNew: boolean, name: string, value: Command): Command => {
    if (there.has(name) === isNew) throw new Error(`${name}: ${isNew ? 'is there' : 'is not there'} already`);
    there.set(name, value);
    return { ok: 1 };
  };
  const command = async (asked: Command): Promise<Command> => {
    const [[verb, name] = ['', ''], ...rest] = Object.entries(asked) as [string, string][];
    const value = Object.fromEntries(rest);
    if (verb === 'rolesInfo') return { roles: roles.has(name) ? [{}] : [] };
    if (verb === 'usersInfo') return { users: users.has(name) ? [{}] : [] };
    if (verb === 'createRole' || verb === 'updateRole') return put(roles, verb === 'createRole', name, value);
    if (verb === 'createUser' || verb === 'updateUser') return put(users, verb === 'createUser', name, value);
    throw new Error(`no such command: ${verb}`);
  };
  return { command, roles, users } as never;
}

const PASSWORDS = Object.fromEntries(MONGODB_USERS.map((name) => [name, `of-${name}`]));

test('gives each service its own role without access to collections of others', async () => {
  const server = fakeServer();
  await setUsers(server, PASSWORDS);
  const owned = SERVICE_NAMES.flatMap((name) => {
    const { collections } = getServiceDef(name);
    return collections === undefined ? [] : [{ name, collections: Object.entries(collections) }];
  });
  expect([...server.users.keys()].sort()).toEqual([...owned.map(({ name }) => name), 'operator'].sort());
  const granted = [...server.roles].flatMap(([service, { privileges, roles }]) => {
    expect(SERVICE_NAMES).toContain(service);
    expect(roles).toEqual([]);
    expect(server.users.get(service)).toEqual({
      pwd: `of-${service}`,
      roles: [{ role: service, db: DATABASE }],
    });
    return (privileges as { resource: Command; actions: string[] }[]).map(({ resource, actions }) => {
      expect(Object.keys(resource).sort()).toEqual(['collection', 'db']);
      expect(resource.db).toBe(DATABASE);
      return `${service}: ${actions.join(' ')} of ${resource.collection}`;
    });
  });
  expect(granted).toEqual(
    owned.flatMap(({ name, collections }) =>
      collections.map(
        ([collection, actions]) => `${name}: ${actions.join(' ')} createIndex of ${collection}`,
      ),
    ),
  );
});

test('replaces the privileges of an older version', async () => {
  const server = fakeServer();
  server.users.set('auth', { pwd: 'old', roles: [{ role: 'readWrite', db: DATABASE }] });
  await setUsers(server, PASSWORDS);
  await setUsers(server, PASSWORDS);
  expect(server.users.get('auth')).toEqual({ pwd: 'of-auth', roles: [{ role: 'auth', db: DATABASE }] });
  expect(server.users.get('operator')).toEqual({
    pwd: 'of-operator',
    roles: [{ role: 'readWrite', db: DATABASE }],
  });
});
