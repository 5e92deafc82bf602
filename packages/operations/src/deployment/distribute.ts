import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureKeys, randomSecret, replaceSecret, writeSecret } from './key-files.ts';
import { MONGODB_USERS, type Passwords, planSecrets, REDIS_USERS, type Vault } from './plan.ts';

/** User ids of our images, and of the official images of Redis and MongoDB. */
const NODE_USER = 1_000;
const DATABASE_USER = 999;
const OWNERS: Readonly<Record<string, number>> = { redis: DATABASE_USER, mongodb: DATABASE_USER };

/** Reads a file of the vault. Throws with instructions if it is missing. */
function read(file: string): string {
  if (existsSync(file)) return readFileSync(file, 'utf8');
  throw new Error(`${file} is missing, but its counterpart exists: restore it from a backup`);
}

function readPasswords(file: string): Passwords {
  try {
    return JSON.parse(read(file)) as Passwords;
  } catch (error) {
    throw new Error(`${file} is damaged: restore it from a backup`, { cause: error });
  }
}

/** Reads the passwords of a file and generates missing ones. */
function ensurePasswords(file: string, users: readonly string[]): Passwords {
  const stored = existsSync(file) ? readPasswords(file) : {};
  const all = Object.fromEntries(users.map((user) => [user, stored[user] ?? randomSecret()]));
  writeSecret(file, JSON.stringify(all));
  return all;
}

/**
 * Returns the secrets of a deployment, which it generates on first use and stores in `dir`. Throws if a part that others
 * depend on is missing or damaged.
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
    backupSigning: read(keys.backupSigning),
  };
}

/** Creates a folder that only `owner` can use. */
function setOwner(dir: string, owner: number): void {
  mkdirSync(dir, { recursive: true });
  chownSync(dir, owner, owner);
  chmodSync(dir, 0o700);
}

/**
 * Generates missing secrets in `ROOT/vault` and writes each holder's part into `ROOT/<holder>`, readable by its owner alone.
 * Makes the folders below `ROOT/data` writable for the databases and the backups. Needs the right to change owners.
 */
export function distributeSecrets(root: string): void {
  for (const [holder, files] of planSecrets(openVault(join(root, 'vault')))) {
    const [dir, owner] = [join(root, holder), OWNERS[holder] ?? NODE_USER];
    setOwner(dir, owner);
    for (const [name, text] of Object.entries(files)) {
      const path = join(dir, name);
      if (existsSync(path)) {
        if (readFileSync(path, 'utf8') !== text) replaceSecret(path, text);
      } else writeSecret(path, text);
      chownSync(path, owner, owner);
    }
  }
  for (const name of ['redis', 'mongodb']) setOwner(join(root, 'data', name), DATABASE_USER);
  setOwner(join(root, 'data', 'backups'), NODE_USER);
}
