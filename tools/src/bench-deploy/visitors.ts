import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ApiError } from '@doushouqi/protocol';
import type { Installation } from './installation.ts';

/** Outcomes of HTTP calls. */
export interface Calls {
  made: number;
  /** Calls that failed on our side or had no reply. */
  failed: number;
  longest: number;
}

export function newCalls(): Calls {
  return { made: 0, failed: 0, longest: 0 };
}

const PASSWORD = 'correct horse';
const PAUSE_MS = 100;
/** Logins are limited, also successful ones. */
const LOGIN_EVERY = 99;

/** Visits everything except games, through every service, until `over`. */
export async function visit(
  installation: Installation,
  calls: () => Calls,
  over: () => boolean,
): Promise<void> {
  const username = `v_${randomBytes(6).toString('hex')}`;
  const visitor = installation.apiOf('0'.repeat(24));
  const nickname = `过客${randomBytes(3).toString('hex')}`;
  const registration = { username, nickname, password: PASSWORD, confirmPassword: PASSWORD };
  const { user } = await visitor.register({ body: registration });
  const api = installation.apiOf(user._id);
  const roomId = randomBytes(6).toString('hex');
  await api.joinRoom({ body: { roomId } });
  const looks: (() => Promise<unknown>)[] = [
    () => api.getMe(),
    () => api.listFriends(),
    () => api.listTournaments(),
    () => api.listRecords({ query: {} }),
    () => api.getRoom({ params: { roomId }, query: { view: 'compact' } }),
  ];
  for (let turn = 0; !over(); turn++) {
    const begun = performance.now();
    calls().made += 1;
    try {
      if (turn % LOGIN_EVERY === 0) await visitor.login({ body: { username, password: PASSWORD } });
      else await looks[turn % looks.length]!();
    } catch (error) {
      if (!(error instanceof ApiError) || (error.status !== 0 && error.status < 500)) throw error;
      calls().failed += 1;
    }
    calls().longest = Math.max(calls().longest, performance.now() - begun);
    await delay(PAUSE_MS);
  }
}
