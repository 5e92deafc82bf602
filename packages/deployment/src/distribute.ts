import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureKeys, randomSecret, replaceSecret, writeSecret } from './key-files.ts';
import { MONGODB_USERS, type Passwords, planSecrets, REDIS_USERS, type Vault } from './plan.ts';

/** The user who runs our images, and the one who runs the official images of Redis and MongoDB. */
const NODE_USER = 1_000;
const DATABASE_USER = 999;
const OWNERS: Readonly<Record<string, number>> = { redis: DATABASE_USER, mongodb: DATABASE_USER };

/** A file of the vault. Throws with what is to be done where it is gone. */
function read(file: string): string {
  if (existsSync(file)) return readFileSync(file, 'utf8');
  throw new Error(`${file} is gone, though what belongs to it is there: put it back from a backup`);
}

function readPasswords(file: string): Passwords {
  try {
    return JSON.parse(read(file)) as Passwords;
  } catch (error) {
    throw new Error(`${file} is damaged: put it back from a backup`, { cause: error });
  }
}

/** The passwords kept in a file; those that are missing are made. */
function ensurePasswords(file: string, users: readonly string[]): Passwords {
  const kept = existsSync(file) ? readPasswords(file) : {};
  const all = Object.fromEntries(users.map((user) => [user, kept[user] ?? randomSecret()]));
  writeSecret(file, JSON.stringify(all));
  return all;
}

/**
 * Everything secret of a deployment, made on first use and kept in `dir`. Throws where a part is gone or damaged that
 * others go by.
 */
export function openVault(dir: string): Vault {
  const keys = ensureKeys(dir);
  const mongodbKey = join(dir, 'mongodb-key');
  if (!existsSync(mongodbKey)) writeSecret(mongodbKey, randomSecret());
  return {
    jwtPrivate: read(keys.privateKey),
    jwtPublic: read(keys.publicKey),
    serviceToken: read(keys.serviceToken),
    redis: ensurePasswords(join(dir, 'redis-passwords.json'), REDIS_USERS),
    mongodb: ensurePasswords(join(dir, 'mongodb-passwords.json'), MONGODB_USERS),
    mongodbKey: read(mongodbKey),
  };
}

/** Makes a folder its owner's alone. */
function give(dir: string, owner: number): void {
  mkdirSync(dir, { recursive: true });
  chownSync(dir, owner, owner);
  chmodSync(dir, 0o700);
}

/**
 * Makes what is missing in `ROOT/vault` and writes everybody's part into the folder `ROOT/<holder>`, which its owner
 * alone can read. The folders below `ROOT/data` are made writable for the databases. Needs the right to give files away.
 */
export function distributeSecrets(root: string): void {
  for (const [holder, files] of planSecrets(openVault(join(root, 'vault')))) {
    const [dir, owner] = [join(root, holder), OWNERS[holder] ?? NODE_USER];
    give(dir, owner);
    for (const [name, text] of Object.entries(files)) {
      const path = join(dir, name);
      if (existsSync(path)) {
        if (readFileSync(path, 'utf8') !== text) replaceSecret(path, text);
      } else writeSecret(path, text);
      chownSync(path, owner, owner);
    }
  }
  for (const name of ['redis', 'mongodb']) give(join(root, 'data', name), DATABASE_USER);
}
