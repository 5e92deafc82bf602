import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LastingSanction, RouteDef, RouteName } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import type { Platform } from '@doushouqi/scripts';
import { createInternalClient } from '@doushouqi/service-kit';
import type { Cast, LooseRequest, Verdict } from './cast.ts';
import { addressOf } from './served.ts';
import { verdictOf } from './table.ts';

const RATED = { initial: 5, increment: 3, rated: true };

/** A finished rated game of the owner and a friend, as pairing makes one; `isAsked`: the friend asks for a rematch. */
async function ratedRoom(platform: Platform, cast: Cast, isAsked: boolean): Promise<LooseRequest> {
  const token = readFileSync(join(platform.keysDir, 'service-token'), 'utf8').trim();
  const room = createInternalClient({ baseUrl: addressOf(platform, 'room'), token });
  const { initial, increment } = RATED;
  const [roomId, gameId] = [randomBytes(6).toString('hex'), randomBytes(6).toString('hex')];
  const players: [string, string] = [cast.owner.id, cast.friend.id];
  const body = { roomId, gameId, players, kind: 'rated' as const, timeControl: { initial, increment } };
  await room.call(ROUTES.createPairedRoom, { body });
  const request = { params: { roomId } };
  // An agreed draw is no offence, unlike leaving before the first move.
  for (const player of [cast.friend, cast.owner]) await cast.must('requestDraw', request, player);
  if (isAsked) await cast.must('requestReset', request, cast.friend);
  return request;
}

interface RatedCall {
  name: RouteName;
  ask: (cast: Cast, platform: Platform) => LooseRequest | Promise<LooseRequest>;
  /** The outcome for an owner who may play rated games. */
  gets: Verdict;
}

/** Every call that leads to a rated game, made by the owner. The last one begins one. */
export const RATED_CALLS: readonly RatedCall[] = [
  { name: 'joinPairing', ask: () => ({ body: RATED }), gets: 'done' },
  { name: 'createChallenge', ask: () => ({ body: RATED }), gets: 'done' },
  {
    name: 'acceptChallenge',
    async ask(cast) {
      const request = { body: { ...RATED, unlisted: true } };
      const made = await cast.must<{ challenge: { id: string } }>(
        'createChallenge',
        request,
        await cast.stranger(),
      );
      return { params: { id: made.challenge.id } };
    },
    gets: 'OPPONENT_AWAY',
  },
  { name: 'playBot', ask: () => ({ body: { ...RATED, level: 1 } }), gets: 'done' },
  { name: 'requestReset', ask: (cast, platform) => ratedRoom(platform, cast, false), gets: 'done' },
  { name: 'acceptReset', ask: (cast, platform) => ratedRoom(platform, cast, true), gets: 'done' },
];

/** Calls that a mute stops by their body: a line of the room that is no ready-made phrase. */
const MUTED_BY_BODY: readonly RouteName[] = ['sayInRoom'];

/** Returns the refusal of a sanction, whatever the rest of the request; undefined if it stops no such call. */
function refusalBy(sanction: LastingSanction, name: RouteName): Verdict | undefined {
  const { auth, stoppedBy }: RouteDef = ROUTES[name];
  if (auth === 'public' || auth === 'service') return undefined;
  if (sanction === 'close') return 'ACCOUNT_CLOSED';
  const isMuted = sanction === 'mute' && (stoppedBy === 'mute' || MUTED_BY_BODY.includes(name));
  return isMuted ? 'MUTED' : undefined;
}

/** Returns the outcome of the owner's call under a sanction. */
export function verdictUnder(sanction: LastingSanction, name: RouteName): Verdict {
  const usual = verdictOf(name, 'owner');
  // Without the right, which is checked first.
  if (sanction !== 'close' && (usual === 'STAFF_ONLY' || usual === 'OPERATORS_ONLY')) return usual;
  return refusalBy(sanction, name) ?? usual;
}

/** Returns the outcome of the owner's call for a rated game under a sanction. */
export function ratedVerdictUnder(sanction: LastingSanction, { name, gets }: RatedCall): Verdict {
  return refusalBy(sanction, name) ?? (sanction === 'unrated' ? 'RATED_PAUSED' : gets);
}
