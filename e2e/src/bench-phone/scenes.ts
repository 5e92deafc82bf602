import { randomBytes } from 'node:crypto';
import { createApiClient, type Session } from '@doushouqi/protocol';
import { PUBLIC_ROUTES } from '@doushouqi/protocol/server';
import type { Move } from '@doushouqi/rules';
import { gameScripts } from '@doushouqi/scripts';
import { RoomClient } from '../room-client.ts';
import { PHONE, startWorld, type World } from '../world.ts';
import { type Visit, visit } from './slow-phone.ts';

export const SCENES = ['home, visitor', 'home, member', 'room, visitor', 'room, player'] as const;
export type Scene = (typeof SCENES)[number];

/** Half-moves that were made before somebody opens the room, and own moves that are made there. */
const PLIES = 8;
const OWN_MOVES = 3;
/** After a move everything that it set off has come to rest. Milliseconds. */
const SETTLED = 700;

/** A checkout of the product that runs, and what a slow phone sees of it. */
export interface Subject {
  visit(scene: Scene): Promise<Visit>;
  stop(): Promise<void>;
}

/** `root`: another checkout than this one. */
export async function startSubject(root?: string): Promise<Subject> {
  const world = await startWorld(root);
  const people = [await register(world, '山君'), await register(world, '苍狼')] as const;
  const [red] = people;
  return {
    async visit(scene) {
      if (scene === 'home, visitor') return await phoneVisit(world, null, '/');
      if (scene === 'home, member') return await phoneVisit(world, red, '/');
      return await roomVisit(world, people, scene === 'room, player' ? red : null);
    },
    stop: () => world.stop(),
  };
}

function clientOf({ platform }: World, token: string | null) {
  return createApiClient({
    routes: PUBLIC_ROUTES,
    baseUrl: `${platform.url}/api`,
    token: () => token,
  });
}

async function register(world: World, nickname: string): Promise<Session> {
  const password = randomBytes(8).toString('hex');
  const username = `u_${randomBytes(6).toString('hex')}`;
  return await clientOf(world, null).register({
    body: { username, nickname, password, confirmPassword: password },
  });
}

/** A phone that has never been here, but for the person's login. */
function phone(world: World, who: Session | null) {
  const localStorage = who
    ? [
        { name: 'token', value: who.access_token },
        { name: 'userInfo', value: JSON.stringify(who.user) },
      ]
    : [];
  const storageState = { cookies: [], origins: [{ origin: world.platform.url, localStorage }] };
  return world.open({ ...PHONE, storageState });
}

async function phoneVisit(world: World, who: Session | null, path: string): Promise<Visit> {
  const player = await phone(world, who);
  try {
    return await visit(player, { path, hasBoard: false });
  } finally {
    await player.page.context().close();
  }
}

/** Opens a room in which a game runs. A player makes some moves there, which blue answers. */
async function roomVisit(
  world: World,
  people: readonly [Session, Session],
  who: Session | null,
): Promise<Visit> {
  const roomId = randomBytes(6).toString('hex');
  const [script = []] = gameScripts(1, PLIES + 2 * OWN_MOVES);
  const [red, blue] = await seatBoth(world, roomId, people);
  const player = await phone(world, who);
  try {
    await playBoth(red, blue, script.slice(0, PLIES));
    red.close();
    const makeMoves = async (): Promise<void> => {
      for (let ply = PLIES; ply < script.length; ply += 2) {
        await player.tapMove(script[ply]!);
        await player.waitPly(ply + 1);
        await blue.until(() => blue.moves.length > ply, 10_000, 'told of the move');
        await blue.play(script[ply + 1]!);
        await player.waitPly(ply + 2);
        await player.page.waitForTimeout(SETTLED);
      }
    };
    const path = `/play/room/${roomId}`;
    return await visit(player, { path, hasBoard: true, ...(who && { move: makeMoves }) });
  } finally {
    blue.close();
    await player.page.context().close();
    await clientOf(world, people[1].access_token).surrender({ params: { roomId } });
  }
}

async function seatBoth(
  world: World,
  roomId: string,
  people: readonly [Session, Session],
): Promise<[RoomClient, RoomClient]> {
  for (const { access_token } of people) await clientOf(world, access_token).joinRoom({ body: { roomId } });
  const seat = ({ access_token: token }: Session, side: 1 | 2) =>
    new RoomClient({ url: world.platform.url, token, roomId, seat: side });
  return [seat(people[0], 1), seat(people[1], 2)];
}

async function playBoth(red: RoomClient, blue: RoomClient, moves: readonly Move[]): Promise<void> {
  for (const [ply, move] of moves.entries()) {
    const mover = ply % 2 === 0 ? red : blue;
    await mover.until(() => mover.moves.length === ply, 10_000, 'told of the move');
    const refused = await mover.play(move);
    if (refused) throw new Error(`move ${ply + 1} was refused: ${refused}`);
  }
}
