import { randomUUID } from 'node:crypto';
import { DEFAULT_TIME_CONTROL, HOUSE_BOTS } from '@doushouqi/protocol';
import type { BotGame } from '@doushouqi/room-core/bot-games';
import type { PairedGame } from '@doushouqi/room-core/paired-games';
import { mayBotsPlay } from '@doushouqi/service-kit';
import type { PairingContext } from '../context.ts';
import { newRoomId } from '../new-id.ts';

/** Levels that play exhibitions: near in strength, and without the long searches of the strongest. */
const PAIRINGS = [
  [1, 2],
  [2, 3],
  [3, 4],
] as const;

type Parts = Pick<PairingContext, 'peers' | 'rooms' | 'botGames' | 'site' | 'now'> & { random: () => number };

/** `over`: the room of the last exhibition. */
async function begin({ peers, botGames, site, now, random }: Parts, over?: string): Promise<BotGame | null> {
  if (!mayBotsPlay(await site(), now())) return null;
  const levels = PAIRINGS[Math.floor(random() * PAIRINGS.length)]!;
  const [a, b] = levels.map((level) => HOUSE_BOTS[level - 1]!._id) as [string, string];
  const players = random() < 0.5 ? ([a, b] as const) : ([b, a] as const);
  const game: BotGame = {
    roomId: newRoomId(),
    gameId: randomUUID(),
    bots: players,
    players,
    kind: 'exhibition',
    timeControl: DEFAULT_TIME_CONTROL,
    at: now(),
  };
  // As for users, so there is one exhibition, and none while people need the places.
  const place = await botGames.take(game, over === undefined ? {} : { over });
  if (place.kind !== 'TAKEN') return null;
  const made = await peers.makeRoom(game);
  if (made === 'refused') await botGames.remove(game);
  if (made !== 'made') return null;
  await botGames.start(game);
  return game;
}

/**
 * Returns the exhibition of two bots, for a list without other games, and notes that a client read it. Starts one if
 * none runs; null while that is not possible.
 */
export async function exhibitionGame(parts: Parts): Promise<PairedGame | null> {
  const { rooms, botGames } = parts;
  await botGames.look();
  const running = await botGames.exhibition();
  if (running === null) return begin(parts);
  const isPlaying = await rooms.isPlaying(running.roomId);
  if (isPlaying === 'unknown') return null;
  return isPlaying === 'yes' ? running : begin(parts, running.roomId);
}
