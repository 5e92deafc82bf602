import { setTimeout } from 'node:timers/promises';
import { enroll, type Finger, gameOf, type Member, PHONE, storageOf, type World } from '@doushouqi/e2e';
import { gameScripts } from '@doushouqi/scripts';
import { sum } from '../numbers.ts';
import { type Errand, type Visit, visit } from './slow-phone.ts';

export const SCENES = [
  'home, visitor',
  'home, member',
  'room, visitor',
  'room, player',
  'learn, visitor',
  'puzzle, visitor',
  'endgame, visitor',
] as const;
export type Scene = (typeof SCENES)[number];

/** Half-moves before the room is opened, and own moves made there. */
const PLIES = 8;
const OWN_MOVES = 3;
/** Time after which the effects of a move are complete. Milliseconds. */
const SETTLED_MS = 700;

type Limit = readonly [
  label: string,
  of: (visit: Visit) => number | null,
  /** By the beginning of the scene's name; none: the value is only shown. */
  limits: Readonly<Record<string, number>>,
];

/** Returns the KB of the loads of a type, or of all. */
function weight({ loads }: Visit, ofType?: string): number {
  return sum(loads.map(({ type, bytes }) => (ofType === undefined || type === ofType ? bytes : 0))) / 1_024;
}

/** A page's weight is the same on every machine. */
const WEIGHTS: readonly Limit[] = [
  ['transferred, KB', (visit) => weight(visit), { home: 450, room: 700 }],
  ['requests', ({ loads }) => loads.length, { room: 40 }],
  ['JavaScript, KB', (visit) => weight(visit, 'Script'), { home: 170 }],
  ['layout shift', ({ cls }) => cls, { home: 0.05, room: 0.05, learn: 0.05, puzzle: 0.05, endgame: 0.05 }],
];

export const LIMITS: readonly Limit[] = [
  ['largest paint, s', ({ lcp }) => lcp / 1_000, { home: 2.3, room: 4, learn: 3, puzzle: 3, endgame: 3 }],
  ['board takes moves, s', ({ live }) => live && live / 1_000, {}],
  ...WEIGHTS,
  ['longest task of a move, ms', ({ moveTask }) => moveTask, { 'room, player': 50 }],
];

export function limitOf([, , limits]: Limit, scene: Scene): number | undefined {
  return Object.entries(limits).find(([name]) => scene.startsWith(name))?.[1];
}

/** Returns the weights of a page that exceed their limits. */
export function overweight(scene: Scene, visit: Visit): string[] {
  return WEIGHTS.flatMap((one) => {
    const [value, limit] = [one[1](visit) ?? 0, limitOf(one, scene) ?? Number.POSITIVE_INFINITY];
    return value > limit ? [`${one[0]}: ${value.toFixed(2)} (limit ${limit})`] : [];
  });
}

/** Returns the measurements of a running product on a slow phone without caches. */
export async function createSubject(world: World) {
  const { url } = world.site;
  const [red, blue] = [await enroll(url, '山君'), await enroll(url, '苍狼')];
  const visitAs = async (who: Member | null, errand: Errand): Promise<Visit> => {
    const player = await world.open({ ...PHONE, storageState: storageOf(url, who) });
    try {
      return await visit(player, errand);
    } finally {
      await player.page.context().close();
    }
  };
  /** Opens a room with a running game. The player makes some moves, which blue answers. */
  const visitRoom = async (who: Member | null): Promise<Visit> => {
    const [script = []] = gameScripts(1, PLIES + 2 * OWN_MOVES);
    const { roomId, clients } = await gameOf(url, red, blue, script.slice(0, PLIES));
    const [first, second] = clients;
    first.close();
    // Does not query the browser meanwhile: a reply can be a long task itself.
    const move = async (finger: Finger): Promise<void> => {
      for (let ply = PLIES; ply < script.length; ply += 2) {
        await finger.tapMove(script[ply]!);
        await second.until(() => second.moves.length > ply, 10_000, 'notice of the move');
        await setTimeout(SETTLED_MS);
        await second.play(script[ply + 1]!);
        await setTimeout(SETTLED_MS);
      }
    };
    try {
      return await visitAs(who, { path: `/play/room/${roomId}`, ...(who && { move }) });
    } finally {
      second.close();
      await blue.api.surrender({ params: { roomId } });
    }
  };
  return {
    async visit(scene: Scene): Promise<Visit> {
      const [page, user] = scene.split(', ');
      const who = user === 'visitor' ? null : red;
      if (page === 'room') return visitRoom(who);
      return visitAs(who, { path: page === 'home' ? '/' : `/${page}` });
    },
  };
}
