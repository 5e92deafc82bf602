import { hash, verify } from '@node-rs/argon2';

/** OWASP's first choice for argon2id (the library's default algorithm): 19 MiB, two passes, one lane. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The argon2id hash of a password, with its salt and parameters. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, ARGON2);
}

/** Checks a password; `verifyPassword` of one process, with the stand-in for accounts that do not exist. */
export type VerifyPassword = (passwordHash: string | undefined, password: string) => Promise<boolean>;

/**
 * Makes the check. Without a hash to compare (no such account) it does the same work against a stand-in and says no,
 * so that the time of the answer does not tell which accounts exist.
 */
export async function createPasswordCheck(): Promise<VerifyPassword> {
  const standIn = await hashPassword(crypto.randomUUID());
  return async (passwordHash, password) => {
    const matches = await verify(passwordHash ?? standIn, password);
    return passwordHash !== undefined && matches;
  };
}
