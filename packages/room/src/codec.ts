import type { RoomHeader } from '@doushouqi/protocol';
import { formatRecord, parseRecord } from '@doushouqi/rules';
import { NO_PEOPLE_NOTES, type Room } from './room.ts';
import { NO_DRAW_OFFERS } from './view.ts';

/** A room as stored: the same but for the game, which is kept as its compact record string. */
interface StoredRoom extends Omit<Room, 'game'> {
  record: string;
}

export function encodeRoom({ game, ...room }: Room): string {
  return JSON.stringify({ ...room, record: formatRecord(game) } satisfies StoredRoom);
}

/** What headers of former versions lack. */
const LATER_HEADER = { abortedBy: null, drawOffers: NO_DRAW_OFFERS } as const satisfies Partial<RoomHeader>;

/** The room of `encodeRoom`. Throws where the text is not one: nobody but `encodeRoom` writes it. */
export function decodeRoom(text: string): Room {
  const { record, ...stored } = JSON.parse(text) as StoredRoom;
  // Rooms from before there were paired ones lack these.
  const room = { ...stored, lags: stored.lags ?? '', header: { ...LATER_HEADER, ...stored.header } };
  const game = parseRecord(record, { ruleSet: room.header.ruleSet });
  // Rooms from before every offer had a cooldown do not know all of them, and older ones have no mark.
  const offeredAt = { ...NO_PEOPLE_NOTES.offeredAt, ...room.offeredAt };
  if (game.ok) return { ...room, mark: room.mark ?? 0, offeredAt, game: game.value };
  const { code, ply } = game.error;
  throw new Error(`stored record of room ${room.id} is damaged: ${code} at ${ply}`);
}
