import { once } from 'node:events';
import { type ApiClient, createApiClient, type NewSanction } from '@doushouqi/protocol';
import { PUBLIC_ROUTES } from '@doushouqi/protocol/server';
import { times } from '../../numbers.ts';
import { type Attack, atMost, is, only, outcome, tallyInOrder, tallyOf } from '../attack.ts';
import { chosen, newUsername, PASSWORD, randomId, type Target } from '../target.ts';

/** Each process reads the sanctions of networks and devices at most this late. Milliseconds. */
const READ_WITHIN_MS = 2_000;
/** Limit for the end of a connection. */
const WITHIN_MS = 2_000;

/** A browser, which keeps its cookie whatever account or address it has. */
class Browser {
  readonly #t: Target;
  #cookie = '';

  constructor(t: Target) {
    this.#t = t;
  }

  /** Returns the API from an address, for a token or a visitor. */
  from(address: string, token: string | null = null): ApiClient {
    const send: typeof fetch = async (url, options) => {
      const headers = new Headers(options?.headers);
      headers.set('x-forwarded-for', address);
      if (this.#cookie !== '') headers.set('cookie', this.#cookie);
      const reply = await fetch(url, { ...options, headers });
      const [set] = reply.headers.getSetCookie();
      if (set !== undefined) this.#cookie = set.split(';')[0]!;
      return reply;
    };
    const baseUrl = `${this.#t.platform.url}/api`;
    return createApiClient({ routes: PUBLIC_ROUTES, baseUrl, token: () => token, fetch: send });
  }

  async register(address: string) {
    const body = { username: newUsername(), nickname: `树懒${randomId(3)}`, ...chosen(PASSWORD) };
    const { access_token: token, user } = await this.from(address).register({ body });
    return { userId: user._id, token, address, api: this.from(address, token) };
  }

  async guest(address: string) {
    const { access_token: token, user } = await this.from(address).createGuest({ body: {} });
    return { userId: user._id, token, address, api: this.from(address, token) };
  }
}

/** Proposes or imposes a sanction. The result decides on it as a second operator. */
async function impose(
  t: Target,
  userId: string,
  more: Partial<NewSanction>,
): Promise<() => Promise<unknown>> {
  const [operator, second] = [await t.staff('Shan'), await t.staff('Shan')];
  const body: NewSanction = {
    ...{ id: randomId(12), userId, kind: 'mute', violation: 'advert', hours: 24, text: '请不要再发广告' },
    ...{ reason: '广告', reports: [], hidesLines: false, ...more },
  };
  const { id: sanctionId } = await t.as(operator.console).impose({ body });
  const decision = { params: { sanctionId }, body: { approve: true, reason: '属实' } };
  return () => t.as(second.console).decideSanction(decision);
}

/** Waits until every process has read the sanctions. */
function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, READ_WITHIN_MS));
}

/** What a new account writes: in the lobby, in a room, and as its name. */
function linesOf(api: ApiClient, roomId: string): (() => Promise<unknown>)[] {
  return [
    () => api.sayInLobby({ body: { content: '加我微信' } }),
    () => api.sayInRoom({ params: { roomId }, body: { content: '加我微信' } }),
    () => api.setNickname({ body: { nickname: `微信${randomId(3)}` } }),
  ];
}

export const ORIGINS: readonly Attack[] = [
  {
    name: 'mute-hopping',
    what: 'A muted player registers 4 accounts on the same device from other addresses, and 4 on other devices of the same network, after guests of both.',
    aim: 'All are muted; guests have ready-made phrases alone; others write.',
    async run(t) {
      const browser = new Browser(t);
      const home = t.newAddress();
      const near = home.replace(/\d+$/, '250');
      const player = await browser.register(home);
      await impose(t, player.userId, { alsoDevice: true, alsoRange: true });
      await settled();
      const accounts = [
        ...(await times(4, () => browser.register(t.newAddress().replace(/^198\.18/, '198.19')))),
        ...(await times(4, () => new Browser(t).register(near))),
      ];
      const guests = [await browser.guest(`203.0.113.${1}`), await new Browser(t).guest(near)];
      const said: unknown[] = [];
      for (const { api } of accounts) {
        const roomId = randomId();
        await api.joinRoom({ body: { roomId } });
        for (const call of linesOf(api, roomId)) said.push(await outcome(call()));
      }
      const ofGuests = await tallyInOrder(guests, ({ api }) =>
        api.sayInLobby({ body: { content: '加我微信' } }),
      );
      const stranger = await new Browser(t).register('203.0.113.99');
      return {
        'of new accounts': only(tallyOf(said), 'MUTED'),
        'of guests': only(ofGuests, 'GUEST_NOT_ALLOWED', 'MUTED'),
        'of a stranger': is(typeof (await outcome(linesOf(stranger.api, '')[0]!())), 'object'),
      };
    },
  },
  {
    name: 'closed-device',
    what: 'A closed account keeps a socket of a guest on the same device, calls as that guest, connects again, and makes guests and accounts from 8 addresses.',
    aim: 'The socket ends within 2 s; everything is refused with DEVICE_CLOSED; a guest of another device plays.',
    async run(t) {
      const browser = new Browser(t);
      const player = await browser.register(t.newAddress());
      const guest = await browser.guest(t.newAddress());
      const client = await t.connect(guest.token, guest.address);
      const closed = once(client, 'closed', { signal: AbortSignal.timeout(60_000) });
      let code = 'nothing';
      client.once('sessionEnded', (body: { code: string }) => {
        code = body.code;
      });
      const decide = await impose(t, player.userId, { kind: 'close', hours: null, alsoDevice: true });
      const begun = performance.now();
      await Promise.all([decide(), closed]);
      const afterMs = performance.now() - begun;
      await settled();
      const calls = await tallyInOrder(
        [
          () => guest.api.getMe(),
          () => guest.api.joinRoom({ body: { roomId: randomId() } }),
          () => guest.api.renewGuest(),
          () => browser.register(t.newAddress()),
        ],
        (call) => call(),
      );
      const made = await times(8, () => outcome(browser.guest(t.newAddress())));
      const again = await t.connect(guest.token, t.newAddress()).catch((error: Error) => error.message);
      const other = await new Browser(t).guest(guest.address);
      return {
        'end of the socket': atMost(afterMs, WITHIN_MS, 'ms'),
        'its code': is(code, 'DEVICE_CLOSED'),
        calls: only(calls, 'DEVICE_CLOSED'),
        'new guests': only(tallyOf(made), 'DEVICE_CLOSED'),
        'new connection': is(again, 'DEVICE_CLOSED'),
        'a guest of another device': is(typeof (await outcome(other.api.getMe())), 'object'),
      };
    },
  },
];
