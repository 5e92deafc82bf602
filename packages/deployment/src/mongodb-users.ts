import { setTimeout as delay } from 'node:timers/promises';
import { type Db, MongoClient, MongoServerError } from 'mongodb';
import { DATABASE, MONGODB, MONGODB_ADMIN, type Passwords, REPLICA_SET } from './plan.ts';

const POLL_MS = 250;
const DEADLINE_MS = 60_000;
/** Error codes of MongoDB. */
const [AUTHENTICATION_FAILED, UNAUTHORIZED] = [18, 13];

function hasCode(error: unknown, ...codes: number[]): boolean {
  return error instanceof MongoServerError && codes.includes(Number(error.code));
}

async function within<T>(
  url: string,
  auth: { username: string; password: string } | null,
  use: (admin: Db) => Promise<T>,
) {
  const client = new MongoClient(url, {
    directConnection: true,
    serverSelectionTimeoutMS: 5_000,
    ...(auth && { auth }),
  });
  try {
    await client.connect();
    return await use(client.db('admin'));
  } finally {
    await client.close();
  }
}

/** Makes the server a replica set of its own if it is none, and waits until it takes writes. */
async function becomePrimary(admin: Db): Promise<void> {
  const until = Date.now() + DEADLINE_MS;
  const { setName } = await admin.command({ hello: 1 });
  if (setName === undefined) {
    await admin.command({ replSetInitiate: { _id: REPLICA_SET, members: [{ _id: 0, host: MONGODB }] } });
  }
  while (!(await admin.command({ hello: 1 })).isWritablePrimary) {
    if (Date.now() > until) throw new Error('MongoDB does not become primary');
    await delay(POLL_MS);
  }
}

async function setUser(db: Db, name: string, pwd: string, roles: object[]): Promise<void> {
  const { users } = await db.command({ usersInfo: name });
  await db.command({ [users.length > 0 ? 'updateUser' : 'createUser']: name, pwd, roles });
}

/**
 * Prepares a MongoDB that was just started: a replica set of one, an administrator, and for each service a user of its
 * own who may read and write the one database and nothing else. Does nothing anew when all of it is there.
 * `url` must be on MongoDB's own loopback: before the first user is made, only there commands are taken from anybody.
 */
export async function prepareMongodb(url: string, passwords: Passwords): Promise<void> {
  const auth = { username: MONGODB_ADMIN, password: passwords[MONGODB_ADMIN]! };
  await within(url, null, async (admin) => {
    await becomePrimary(admin);
    const roles = [
      { role: 'userAdminAnyDatabase', db: 'admin' },
      { role: 'clusterAdmin', db: 'admin' },
    ];
    try {
      await admin.command({ createUser: MONGODB_ADMIN, pwd: auth.password, roles });
    } catch (error) {
      // Once there is a user, nobody is let in without a name.
      if (!hasCode(error, UNAUTHORIZED, AUTHENTICATION_FAILED)) throw error;
    }
  });
  await within(url, auth, async (admin) => {
    const db = admin.client.db(DATABASE);
    for (const [name, password] of Object.entries(passwords)) {
      if (name !== MONGODB_ADMIN) await setUser(db, name, password, [{ role: 'readWrite', db: DATABASE }]);
    }
  });
}
