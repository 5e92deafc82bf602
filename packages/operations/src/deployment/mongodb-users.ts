import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceName } from '@doushouqi/protocol';
import { type CollectionAction, getServiceDef } from '@doushouqi/protocol/server';
import { type Db, MongoClient, type MongoClientOptions, MongoServerError } from 'mongodb';
import {
  DATABASE,
  MONGODB,
  MONGODB_ADMIN,
  MONGODB_OPERATOR,
  MONGODB_SERVICES,
  type Passwords,
  REPLICA_SET,
} from './plan.ts';

/** The role of the operator, who creates and restores backups: full access to the one database. */
const OPERATOR_ROLE = 'readWrite';

/** A privilege of MongoDB's `createRole`. */
interface Privilege {
  resource: { db: string; collection: string };
  actions: readonly (CollectionAction | 'createIndex')[];
}

/**
 * Returns the MongoDB privileges of a service: its actions on its collections in the list of services, and their indexes,
 * which it creates at startup and in the job before it. Creating an index creates the collection.
 */
function mongodbPrivileges(service: ServiceName, db: string): Privilege[] {
  return Object.entries(getServiceDef(service).collections ?? {}).map(([collection, actions]) => ({
    resource: { db, collection },
    actions: [...actions, 'createIndex'],
  }));
}

const POLL_MS = 250;
const DEADLINE_MS = 60_000;
/** Error codes of MongoDB. */
const [AUTHENTICATION_FAILED, UNAUTHORIZED] = [18, 13];

function hasCode(error: unknown, ...codes: number[]): boolean {
  return error instanceof MongoServerError && codes.includes(Number(error.code));
}

async function within<T>(url: string, options: MongoClientOptions, use: (admin: Db) => Promise<T>) {
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 5_000, ...options });
  try {
    await client.connect();
    return await use(client.db('admin'));
  } finally {
    await client.close();
  }
}

/** Waits until the set has a primary, and returns whether it is this member. Without a set, initiates one of `members`. */
async function awaitPrimary(admin: Db, members: readonly string[]): Promise<boolean> {
  const until = Date.now() + DEADLINE_MS;
  const { setName } = await admin.command({ hello: 1 });
  if (setName === undefined && members.length > 0) {
    const config = { _id: REPLICA_SET, members: members.map((host, _id) => ({ _id, host })) };
    await admin.command({ replSetInitiate: config });
  }
  for (;;) {
    const { isWritablePrimary, primary } = await admin.command({ hello: 1 });
    if (isWritablePrimary || primary !== undefined) return Boolean(isWritablePrimary);
    if (Date.now() > until) throw new Error('MongoDB has no primary');
    await delay(POLL_MS);
  }
}

/** The part of a database connection that creates roles and users. */
export type UserAdmin = Pick<Db, 'command'>;

async function setUser(db: UserAdmin, name: string, pwd: string, roles: object[]): Promise<void> {
  const { users } = await db.command({ usersInfo: name });
  await db.command({ [users.length > 0 ? 'updateUser' : 'createUser']: name, pwd, roles });
}

async function setRole(db: UserAdmin, name: string, privileges: readonly object[]): Promise<void> {
  const { roles } = await db.command({ rolesInfo: name });
  await db.command({ [roles.length > 0 ? 'updateRole' : 'createRole']: name, privileges, roles: [] });
}

/** Creates a role and a user for each service and a user for the operator; replaces existing ones. */
export async function setUsers(db: UserAdmin, passwords: Passwords): Promise<void> {
  for (const service of MONGODB_SERVICES) {
    await setRole(db, service, mongodbPrivileges(service, DATABASE));
    await setUser(db, service, passwords[service]!, [{ role: service, db: DATABASE }]);
  }
  await setUser(db, MONGODB_OPERATOR, passwords[MONGODB_OPERATOR]!, [{ role: OPERATOR_ROLE, db: DATABASE }]);
}

/**
 * Prepares a new MongoDB: the replica set `members`, an administrator, and for each service a user limited to its actions on
 * its collections. Can be repeated. `url` must be on the loopback of a member: only there commands are accepted before the
 * first user exists. The members of a larger set call it without `members`, except the first one.
 */
export async function prepareMongodb(
  url: string,
  passwords: Passwords,
  members: readonly string[] = [MONGODB],
): Promise<void> {
  const auth = { username: MONGODB_ADMIN, password: passwords[MONGODB_ADMIN]! };
  const direct = { directConnection: true };
  const isPrimary = await within(url, direct, async (admin) => {
    if (!(await awaitPrimary(admin, members))) return false;
    const roles = [
      { role: 'userAdminAnyDatabase', db: 'admin' },
      { role: 'clusterAdmin', db: 'admin' },
    ];
    try {
      await admin.command({ createUser: MONGODB_ADMIN, pwd: auth.password, roles });
    } catch (error) {
      // After the first user exists, MongoDB requires authentication.
      if (!hasCode(error, UNAUTHORIZED, AUTHENTICATION_FAILED)) throw error;
    }
    return true;
  });
  await within(url, { auth, ...(isPrimary ? direct : { replicaSet: REPLICA_SET }) }, async (admin) => {
    await setUsers(admin.client.db(DATABASE), passwords);
  });
}
