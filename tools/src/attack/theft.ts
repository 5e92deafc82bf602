import { randomBytes } from 'node:crypto';
import type { ApiClient } from '@doushouqi/protocol';
import { apiFrom } from '@doushouqi/service-kit/testing';
import type { Target } from './attack.ts';
import { linkTo } from './mails.ts';

/** The password that the thief knows, and the one that the owner sets. */
const KNOWN = 'correct horse';
const NEW = 'battery staple';

/** An account whose password a thief knows, who is logged in beside the owner. */
export interface Stolen {
  username: string;
  password: string;
  /** Clients of the owner's and of the thief's session. */
  owner: ApiClient;
  thief: ApiClient;
  codes: string[];
}

/** Registers an account, with a session of its owner and one of a thief. */
export async function stealAccount({ platform, newAddress }: Target): Promise<Stolen> {
  const username = `u_${randomBytes(6).toString('hex')}`;
  const visitor = apiFrom(platform.url, newAddress(), null);
  const form = { username, nickname: username.slice(-12), password: KNOWN, confirmPassword: KNOWN };
  const registered = await visitor.register({ body: form });
  const { access_token } = await visitor.login({ body: { username, password: KNOWN } });
  return {
    username,
    password: KNOWN,
    owner: apiFrom(platform.url, newAddress(), registered.access_token),
    thief: apiFrom(platform.url, newAddress(), access_token),
    codes: registered.recoveryCodes,
  };
}

/** Verifies an address of the owner. */
export async function verifyAddress({ platform, newAddress, mails }: Target, { owner }: Stolen, box: string) {
  await owner.setEmail({ body: { email: box, password: KNOWN } });
  const token = await linkTo(mails, box, 0);
  await apiFrom(platform.url, newAddress(), null).verifyEmail({ body: { token } });
}

/** What an owner does against a thief. */
export const DEFENSES = {
  async password(_target: Target, { owner }: Stolen): Promise<void> {
    await owner.setPassword({ body: { oldPassword: KNOWN, newPassword: NEW } });
  },
  async 'log out others'(_target: Target, { owner }: Stolen): Promise<void> {
    await owner.endOtherDevices({ body: { password: KNOWN } });
  },
  async recovery({ platform, newAddress }: Target, { username, codes }: Stolen): Promise<void> {
    const body = { username, code: codes[0]!, password: NEW, confirmPassword: NEW };
    await apiFrom(platform.url, newAddress(), null).recover({ body });
  },
  /** By a link to an address that the owner verified as the account's first. */
  async reset({ platform, newAddress, mails }: Target, { username }: Stolen): Promise<void> {
    const visitor = apiFrom(platform.url, newAddress(), null);
    await visitor.askForReset({ body: { username } });
    const token = await linkTo(mails, ownBox(username), 1);
    await visitor.resetPassword({ body: { token, password: NEW, confirmPassword: NEW } });
  },
} as const;
export type Defense = keyof typeof DEFENSES;

/** Returns the address of an account's owner. */
export function ownBox(username: string): string {
  return `${username}@example.test`;
}
