import { randomBytes } from 'node:crypto';
import { runCommand } from '@doushouqi/operations';
import { type ApiClient, createApiClient, type NewSanction } from '@doushouqi/protocol';
import { PUBLIC_ROUTES } from '@doushouqi/protocol/server';
import { TOTP } from 'otpauth';
import { enroll, PASSWORD } from './members.ts';
import type { Site } from './world.ts';

/** A code counts once, and codes of the next period are accepted. Milliseconds. */
const PERIOD = 30_000;

/** Registers a member, makes the member an operator by the documented command, and opens a session of the console. */
export async function enrollOperator(
  { url, redisUrl, mongodbUrl }: Site,
  nickname: string,
): Promise<ApiClient> {
  const { user } = await enroll(url, nickname);
  const printed: string[] = [];
  await runCommand(['admin', 'operator', user.username], {
    addresses: () => ({ redisUrl, mongodbUrl }),
    env: {},
    print: (line) => printed.push(line),
    now: Date.now,
  });
  const credentials = { username: user.username, password: PASSWORD };
  let token: string | null = null;
  const api = createApiClient({ routes: PUBLIC_ROUTES, baseUrl: `${url}/api`, token: () => token });
  const invited = { ...credentials, invitation: printed.at(-1) ?? '' };
  const { secret } = await api.enrolFactor({ body: invited });
  const codeAt = (timestamp: number) => new TOTP({ secret }).generate({ timestamp });
  await api.enrolFactor({ body: { ...invited, code: codeAt(Date.now()) } });
  const session = await api.startConsole({ body: { ...credentials, code: codeAt(Date.now() + PERIOD) } });
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
