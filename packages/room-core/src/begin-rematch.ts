import { type ErrorCode, POLICIES } from '@doushouqi/protocol';
import { isPlaying, type Room, type RoomCommand } from '@doushouqi/room';
import { type PairedGame, type PairedGames, poolId } from './paired-games.ts';
import { startsGame } from './room-metrics.ts';
import type { RoomStore } from './room-store.ts';

interface Parts {
  pairedGames: PairedGames;
  store: Pick<RoomStore, 'load'>;
  /** Epoch ms. */
  now: () => number;
}

async function isRunning({ store }: Pick<Parts, 'store'>, { roomId, gameId }: PairedGame): Promise<boolean> {
  const room = await store.load(roomId);
  return room !== null && room.header.gameId === gameId && isPlaying(room);
}

/**
 * Takes both players for the rematch that a command begins, before it is committed. Null for any other command. The code is
 * ALREADY_PLAYING where the user plays elsewhere, OPPONENT_PLAYING where the opponent does. A rematch that is taken and not
 * committed keeps both from other games until pairing frees them, 10 s later.
 */
export async function beginRematch(
  parts: Parts,
  before: Room | null,
  after: Room,
  command: RoomCommand,
): Promise<{ ok: true; startBy: number } | { ok: false; code: ErrorCode; startBy?: never } | null> {
  if (command.type !== 'answer' || !startsGame(before, after)) return null;
  const { kind, players, gameId, timeControl } = after.header;
  const [red, blue] = players;
  const policy = POLICIES[kind];
  if (!policy.exclusive || !before?.header.gameId || !gameId || !red || !blue) return null;
  const { initial, increment } = timeControl;
  const pair: PairedGame = {
    gameId,
    roomId: after.id,
    pool: poolId({ initial, increment, rated: policy.rated }),
    players: [red, blue],
    at: parts.now(),
    isRematch: true,
  };
  // The game itself: this may be another try, after a conflict.
  const over = [before.header.gameId, gameId];
  for (;;) {
    const taken = await parts.pairedGames.take({ pair, over });
    if (taken.ok) return taken;
    const other = taken.reason === 'PLAYING' ? taken : null;
    // Pairing may not have been notified of the end of that game yet.
    if (other?.game && !over.includes(other.game.gameId) && !(await isRunning(parts, other.game))) {
      over.push(other.game.gameId);
      continue;
    }
    const isOwn = other !== null && pair.players[other.index] === command.userId;
    return { ok: false, code: isOwn ? 'ALREADY_PLAYING' : 'OPPONENT_PLAYING' };
  }
}
