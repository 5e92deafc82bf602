import { randomBytes } from 'node:crypto';
import { runCommand } from '@doushouqi/operations';
import { type ApiClient, createApiClient, type NewSanction } from '@doushouqi/protocol';
import { PUBLIC_ROUTES } from '@doushouqi/protocol/server';
import { TOTP } from 'otpauth';
import { enroll, PASSWORD } from './members.ts';
import type { Site } from './world.ts';

/** A code counts once, and codes of the next period are accepted. Milliseconds. */
const PERIOD = 30_000;

/** A member who is invited to the console. */
export interface Invited {
  username: string;
  invitation: string;
}

/** Registers a member and makes the member an operator by the documented command. */
export async function inviteOperator(
  { url, redisUrl, mongodbUrl }: Site,
  nickname: string,
): Promise<Invited> {
  const { user } = await enroll(url, nickname);
  const printed: string[] = [];
  await runCommand(['admin', 'operator', user.username], {
    addresses: () => ({ redisUrl, mongodbUrl }),
    env: {},
    print: (line) => printed.push(line),
    now: Date.now,
  });
  return { username: user.username, invitation: printed.at(-1) ?? '' };
}

/** Returns the code of a secret: the current one, or the next one, which counts after the current one was used. */
export function codeOf(secret: string, which: 'current' | 'next' = 'current'): string {
  const timestamp = Date.now() + (which === 'next' ? PERIOD : 0);
  return new TOTP({ secret }).generate({ timestamp });
}

/** Registers an operator and opens a session of the console. */
export async function enrollOperator(site: Site, nickname: string): Promise<ApiClient> {
  const { username, invitation } = await inviteOperator(site, nickname);
  const credentials = { username, password: PASSWORD };
  let token: string | null = null;
  const api = createApiClient({ routes: PUBLIC_ROUTES, baseUrl: `${site.url}/api`, token: () => token });
  const invited = { ...credentials, invitation };
  const { secret } = await api.enrolFactor({ body: invited });
  await api.enrolFactor({ body: { ...invited, code: codeOf(secret) } });
  const session = await api.startConsole({ body: { ...credentials, code: codeOf(secret, 'next') } });
  token = session.access_token;
  return api;
}

/** Imposes a sanction for all open reports of a person. Returns its id. */
export async function impose(
  operator: ApiClient,
  userId: string,
  sanction: Pick<NewSanction, 'kind' | 'hours' | 'text'>,
): Promise<string> {
  const { reports } = await operator.showCase({ params: { userId } });
  const open = reports.filter(({ state }) => state === 'open').map(({ id }) => id);
  const body: NewSanction = {
    ...{ ...sanction, userId, violation: 'abuse', reason: '对局里辱骂对手', reports: open },
    ...{ id: randomBytes(12).toString('hex'), hidesLines: open.length > 0 },
  };
  return (await operator.impose({ body })).id;
}
