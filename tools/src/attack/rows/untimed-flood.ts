import { randomBytes } from 'node:crypto';
import { apiFrom } from '@doushouqi/service-kit/testing';
import type { Attack, Target } from '../attack.ts';
import { inWords, outcome, type Tally, tallyOf } from '../outcome.ts';

const GAMES = 15;
/** A guest's games without clocks. */
const MOST_OF_GUEST = 2;
const USERS = 65;
/** Rooms that each of them opens: a member's games without clocks. */
const ROOMS = 10;
/** Default of GAMES_PER_ADDRESS. */
const MOST_OF_ADDRESS = 600;
/** Requests in parallel, below the gateway's limits. */
const AT_ONCE = 5;

function open(api: ReturnType<typeof apiFrom>, roomId: string) {
  return outcome(api.joinRoom({ body: { roomId, timeControl: null } }));
}

/** Two guests start games without clocks. */
async function startGames({ platform, newAddress }: Target): Promise<Tally> {
  const guest = async () => {
    const address = newAddress();
    const { access_token } = await apiFrom(platform.url, address, null).createGuest({ body: {} });
    return apiFrom(platform.url, address, access_token);
  };
  const [one, other] = await Promise.all([guest(), guest()]);
  const outcomes: Awaited<ReturnType<typeof outcome>>[] = [];
  for (let n = 0; n < GAMES; n++) {
    const roomId = randomBytes(8).toString('hex');
    await open(one, roomId);
    outcomes.push(await outcome(other.joinRoom({ body: { roomId, create: false } })));
  }
  return tallyOf(outcomes);
}

/** Many users of one address open rooms without clocks. */
async function openRooms({ platform, newAddress, tokenOf }: Target): Promise<Tally> {
  const address = newAddress();
  const users = Array.from({ length: USERS }, () =>
    apiFrom(platform.url, address, tokenOf(randomBytes(12).toString('hex'))),
  );
  const outcomes: Awaited<ReturnType<typeof outcome>>[] = [];
  const openAll = async (): Promise<void> => {
    for (let user = users.pop(); user; user = users.pop())
      for (let n = 0; n < ROOMS; n++) outcomes.push(await open(user, randomBytes(8).toString('hex')));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, openAll));
  return tallyOf(outcomes);
}

export const untimedFlood: Attack = {
  name: 'untimed-flood',
  what: `Two guests start ${GAMES} games without clocks, and ${USERS} users of one address open ${USERS * ROOMS} such rooms.`,
  aim: `${MOST_OF_GUEST} games of the guests, ${MOST_OF_ADDRESS} seats of the address.`,
  slow: true,
  async run(target) {
    const games = await startGames(target);
    const rooms = await openRooms(target);
    return {
      figures: { games: inWords(games), 'rooms of the address': inWords(rooms) },
      holds:
        games.get('taken') === MOST_OF_GUEST &&
        rooms.get('taken') === MOST_OF_ADDRESS &&
        rooms.get('ADDRESS_TOO_MANY_GAMES') === USERS * ROOMS - MOST_OF_ADDRESS,
    };
  },
};
