import { apiFrom } from '@doushouqi/service-kit/testing';
import type { Attack } from '../attack.ts';
import { outcome } from '../outcome.ts';

const CALLS = 18;
const GUESTS = 10;
const GAME = { level: 1, initial: 5, increment: 3 } as const;

function roomsOf(outcomes: readonly unknown[]): number {
  const rooms = outcomes.map((one) => (typeof one === 'string' ? null : (one as { roomId: string }).roomId));
  return new Set(rooms.filter((roomId) => roomId !== null)).size;
}

export const botPlaces: Attack = {
  name: 'bot-places',
  what: `A member asks for ${CALLS} rated games against bots at once; ${GUESTS} guests of one address do so for casual ones.`,
  aim: 'One running game for each user, so an address cannot take all places.',
  async run({ platform, register, newAddress }) {
    const { token } = await register('占座的人');
    const askAt = (api: ReturnType<typeof apiFrom>, rated: boolean) =>
      Promise.all(Array.from({ length: CALLS }, () => outcome(api.playBot({ body: { ...GAME, rated } }))));
    const own = roomsOf(await askAt(apiFrom(platform.url, newAddress(), token), true));
    const address = newAddress();
    const guests: ReturnType<typeof apiFrom>[] = [];
    for (let n = 0; n < GUESTS; n += 1) {
      const guest = await apiFrom(platform.url, address, null).createGuest({ body: {} });
      guests.push(apiFrom(platform.url, address, guest.access_token));
    }
    const ofAddress = roomsOf((await Promise.all(guests.map((api) => askAt(api, false)))).flat());
    const next = await outcome(
      apiFrom(platform.url, newAddress(), (await register('下一个人')).token).playBot({ body: GAME }),
    );
    const isServed = typeof next !== 'string';
    return {
      figures: {
        'games of a member': String(own),
        'games of the guests': String(ofAddress),
        'another user': isServed ? 'plays' : next,
      },
      holds: own === 1 && ofAddress === GUESTS && isServed,
    };
  },
};
