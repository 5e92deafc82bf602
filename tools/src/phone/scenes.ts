import { setTimeout } from 'node:timers/promises';
import { enroll, type Finger, gameOf, type Member, PHONE, startWorld, storageOf } from '@doushouqi/e2e';
import { gameScripts } from '@doushouqi/scripts';
import { type Errand, type Visit, visit } from './slow-phone.ts';

export const SCENES = ['home, visitor', 'home, member', 'room, visitor', 'room, player'] as const;
export type Scene = (typeof SCENES)[number];

/** Half-moves before the room is opened, and own moves made there. */
const PLIES = 8;
const OWN_MOVES = 3;
/** Time after which the effects of a move are complete. Milliseconds. */
const SETTLED_MS = 700;
const KB = 1024;

interface Limit {
  label: string;
  of: (visit: Visit) => number | null;
  /** By the beginning of the scene's name; none: the value is only shown. */
  limits?: Readonly<Record<string, number>>;
  /** A page's weight is the same on every machine; its load time is not, so tests do not check it. */
  isWeight?: true;
}

export const LIMITS: readonly Limit[] = [
  { label: 'largest paint, s', of: ({ lcp }) => lcp / 1000, limits: { home: 2.3, room: 4 } },
  { label: 'board with its pieces, s', of: ({ board }) => board && board / 1000 },
  {
    label: 'transferred, KB',
    of: ({ bytes }) => bytes / KB,
    limits: { home: 450, room: 700 },
    isWeight: true,
  },
  { label: 'requests', of: ({ requests }) => requests, limits: { room: 40 }, isWeight: true },
  {
    label: 'JavaScript, KB',
    of: ({ scriptBytes }) => scriptBytes / KB,
    limits: { home: 170 },
    isWeight: true,
  },
  { label: 'layout shift', of: ({ cls }) => cls, limits: { home: 0.05, room: 0.05 }, isWeight: true },
  { label: 'longest task of a move, ms', of: ({ moveTask }) => moveTask, limits: { 'room, player': 50 } },
];

export function limitOf({ limits = {} }: Limit, scene: Scene): number | undefined {
  return Object.entries(limits).find(([name]) => scene.startsWith(name))?.[1];
}

/** Returns the weights of a page that exceed their limits. */
export function overweight(scene: Scene, visit: Visit): string[] {
  return LIMITS.filter(({ isWeight }) => isWeight).flatMap((one) => {
    const [value, limit] = [one.of(visit) ?? 0, limitOf(one, scene) ?? Number.POSITIVE_INFINITY];
    return value > limit ? [`${one.label}: ${value.toFixed(2)} (limit ${limit})`] : [];
  });
}

/** Starts the product and returns its measurements on a slow phone without caches. */
export async function startSubject() {
  const world = await startWorld();
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
      return await visitAs(who, { path: `/play/room/${roomId}`, hasBoard: true, ...(who && { move }) });
    } finally {
      second.close();
      await blue.api.surrender({ params: { roomId } });
    }
  };
  return {
    stop: () => world.stop(),
    async visit(scene: Scene): Promise<Visit> {
      const [page, user] = scene.split(', ');
      const who = user === 'visitor' ? null : red;
      return page === 'home' ? visitAs(who, { path: '/', hasBoard: false }) : visitRoom(who);
    },
  };
}
