import { createServer } from 'node:net';
import { PUSH_KINDS, type PushKinds } from '@doushouqi/protocol';
import { apiFrom } from '@doushouqi/service-kit/testing';
import type { Attack } from '../attack.ts';
import { inWords, isOnly, outcome, tallyOf } from '../outcome.ts';

const KINDS = Object.fromEntries(PUSH_KINDS.map((kind) => [kind, true])) as PushKinds;
const KEYS = { p256dh: `B${'x'.repeat(86)}`, auth: 'x'.repeat(22) };

/** Addresses inside, plain and disguised; `port` is that of a listener. */
function endpointsInside(port: number, redisPort: string): string[] {
  return [
    `http://127.0.0.1:${port}/`,
    `https://127.0.0.1:${port}/`,
    `https://localhost:${port}/`,
    `https://[::1]:${port}/`,
    `https://[::ffff:127.0.0.1]:${port}/`,
    `https://2130706433:${port}/`,
    `https://0x7f.1:${port}/`,
    `https://127.1:${port}/`,
    `https://localtest.me:${port}/`,
    `https://127.0.0.1.nip.io:${port}/`,
    `https://fcm.googleapis.com@127.0.0.1:${port}/`,
    `https://127.0.0.1:${port}/fcm.googleapis.com`,
    `https://127.0.0.1:${port}\\@fcm.googleapis.com/`,
    `https://fcm.googleapis.com.127.0.0.1.nip.io:${port}/`,
    `https://fcm.googleapis.com:${port}/`,
    'https://fcm.googleapis.com./',
    'https://.notify.windows.com/',
    'https://..push.apple.com/',
    'https://a..push.apple.com/',
    'https://.push.apple.com/',
    'https://a.push.apple.com./',
    'https://ｆcm.googleapis.com.nip.io/',
    `http://127.0.0.1:${redisPort}/`,
    'http://169.254.169.254/latest/meta-data/',
    'https://mongodb:27017/',
    'gopher://127.0.0.1:6379/_FLUSHALL',
    'file:///etc/passwd',
    'ftp://fcm.googleapis.com/',
  ];
}

export const pushEndpoints: Attack = {
  name: 'push-endpoints',
  what: 'Registers devices whose push service is an address inside, plain and disguised, and has them called.',
  aim: 'Every address is refused; nothing inside is connected to.',
  async run({ platform, newAddress, register }) {
    let connections = 0;
    const listener = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const { port } = listener.address() as { port: number };
    const [owner, friend] = [await register('来者'), await register('友人')];
    const [asOwner, asFriend] = [owner, friend].map(({ token }) =>
      apiFrom(platform.url, newAddress(), token),
    );
    await asOwner!.requestFriend({ body: { toUserId: friend.userId } });
    await asFriend!.handleRequest({ body: { fromUserId: owner.userId, accept: true } });
    const outcomes = [];
    for (const endpoint of endpointsInside(port, new URL(platform.redisUrl).port)) {
      outcomes.push(await outcome(asOwner!.setPush({ body: { endpoint, keys: KEYS, kinds: KINDS } })));
      await outcome(
        asFriend!.sendMessage({ body: { toId: owner.userId, content: `第 ${outcomes.length} 次` } }),
      );
    }
    listener.close();
    const tally = tallyOf(outcomes);
    const { kinds } = await asOwner!.getPush();
    return {
      figures: { outcomes: inWords(tally), connections: String(connections) },
      holds: isOnly(tally, ['PUSH_SERVICE_UNKNOWN', 'INVALID_INPUT']) && connections === 0 && kinds === null,
    };
  },
};
