import { beforeEach } from 'vitest';
import { startLobby } from './harness.ts';

/** The lobby of a test file: empty before each test, with a user of each test's own, so that neither limits nor floods carry over. */
export async function startKit() {
  const lobby = await startLobby();
  const { as, auth, clock, messages, logged, reports } = lobby;
  let users = 0;
  beforeEach(async () => {
    await Promise.all([messages.deleteMany({}), reports.deleteMany({})]);
    // Messages of the test before and its cached list are old.
    clock.now += 100_000;
    lobby.forgetHeard();
    logged.length = 0;
  });
  return {
    ...lobby,
    newUser(nickname = '甲'): string {
      users += 1;
      const _id = users.toString(16).padStart(24, '0');
      auth.users.set(_id, { _id, username: `user${users}`, nickname, avatar: 'tiger.png' });
      return _id;
    },
    say: (userId: string, content: string, which: 0 | 1 = 0) =>
      as(userId, which).sayInLobby({ body: { content } }),
    async list(which: 0 | 1 = 0) {
      const found = await as(null, which).listLobby({ query: {} });
      return found.map(({ content }) => content);
    },
  };
}

/** What became of messages that were sent at once: codes of refusals, else `SAID`. */
export function codes(results: PromiseSettledResult<unknown>[]) {
  return results.map((one) => (one.status === 'fulfilled' ? 'SAID' : one.reason.code)).sort();
}
