import { setTimeout } from 'node:timers/promises';
import {
  enroll,
  type Finger,
  gameOf,
  type Member,
  PHONE,
  startWorld,
  storageOf,
  type World,
} from '@doushouqi/e2e';
import { gameScripts } from '@doushouqi/scripts';
import { type Visit, visit } from './slow-phone.ts';

export const SCENES = ['home, visitor', 'home, member', 'room, visitor', 'room, player'] as const;
export type Scene = (typeof SCENES)[number];

/** Half-moves before the room is opened, and own moves made there. */
const PLIES = 8;
const OWN_MOVES = 3;
/** Time after which the effects of a move are complete. Milliseconds. */
const SETTLED = 700;

/** A running checkout and its measurements on a slow phone. */
export interface Subject {
  visit(scene: Scene): Promise<Visit>;
  stop(): Promise<void>;
}

/** `root`: another checkout. */
export async function startSubject(root?: string): Promise<Subject> {
  const world = await startWorld(root);
  const { url } = world.platform;
  const people = [await enroll(url, '山君'), await enroll(url, '苍狼')] as const;
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

/** Returns a phone without caches, but with the login if there is one. */
function phone(world: World, who: Member | null) {
  return world.open({ ...PHONE, storageState: storageOf(world.site.url, who) });
}

async function phoneVisit(world: World, who: Member | null, path: string): Promise<Visit> {
  const player = await phone(world, who);
  try {
    return await visit(player, { path, hasBoard: false });
  } finally {
    await player.page.context().close();
  }
}

/** Opens a room with a running game. The player makes some moves, which blue answers. */
async function roomVisit(
  world: World,
  [red, blue]: readonly [Member, Member],
  who: Member | null,
): Promise<Visit> {
  const [script = []] = gameScripts(1, PLIES + 2 * OWN_MOVES);
  const { roomId, clients } = await gameOf(world.site.url, red, blue, script.slice(0, PLIES));
  const [first, second] = clients;
  first.close();
  const player = await phone(world, who);
  try {
    // Does not query the browser meanwhile: a reply can be a long task itself.
    const makeMoves = async (finger: Finger): Promise<void> => {
      for (let ply = PLIES; ply < script.length; ply += 2) {
        await finger.tapMove(script[ply]!);
        await second.until(() => second.moves.length > ply, 10_000, 'notice of the move');
        await setTimeout(SETTLED);
        await second.play(script[ply + 1]!);
        await setTimeout(SETTLED);
      }
    };
    const path = `/play/room/${roomId}`;
    return await visit(player, { path, hasBoard: true, ...(who && { move: makeMoves }) });
  } finally {
    second.close();
    await player.page.context().close();
    await blue.api.surrender({ params: { roomId } });
  }
}
