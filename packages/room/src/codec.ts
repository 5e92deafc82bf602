import {
  fromWireHeader,
  fromWirePair,
  toWireHeader,
  toWirePair,
  type WirePair,
  type WireRoomHeader,
  type WireSide,
} from '@doushouqi/protocol';
import { formatRecord, parseRecord } from '@doushouqi/rules';
import { type AcceptedCommand, NO_USER_NOTES, type Room } from './room.ts';
import { startOf } from './view.ts';

/** A stored room: sides as on the wire, the game as a compact record. */
interface StoredRoom extends Omit<Room, 'game' | 'header' | 'lagQuota' | 'accepted'> {
  header: WireRoomHeader;
  lagQuota: WirePair<number>;
  accepted: Partial<Record<WireSide, AcceptedCommand>>;
  record: string;
}

export function encodeRoom({ game, header, lagQuota, accepted: { red, blue }, ...same }: Room): string {
  return JSON.stringify({
    ...same,
    header: toWireHeader(header),
    lagQuota: toWirePair(lagQuota),
    accepted: { ...(red && { 1: red }), ...(blue && { 2: blue }) },
    record: formatRecord(game),
  } satisfies StoredRoom);
}

/** Defaults for fields that old headers lack. */
const LATER_HEADER = {
  table: null,
  abortedBy: null,
  drawOffers: { player1: 0, player2: 0 },
} as const satisfies Partial<WireRoomHeader>;

/** Decodes the text of `encodeRoom` of this or an older version. Throws if it is damaged. */
export function decodeRoom(text: string): Room {
  const { record, header, lagQuota, accepted, ...stored } = JSON.parse(text) as StoredRoom;
  const game = parseRecord(record, { ruleSet: header.ruleSet, start: startOf(header) });
  if (!game.ok) {
    const { code, ply } = game.error;
    throw new Error(`stored record of room ${stored.id} is damaged: ${code} at ${ply}`);
  }
  return {
    ...stored,
    // Rooms of older versions lack lags, the mark or some kinds of offers.
    lags: stored.lags ?? '',
    mark: stored.mark ?? 0,
    offeredAt: { ...NO_USER_NOTES.offeredAt, ...stored.offeredAt },
    header: fromWireHeader({ ...LATER_HEADER, ...header }),
    lagQuota: fromWirePair(lagQuota),
    accepted: { ...(accepted[1] && { red: accepted[1] }), ...(accepted[2] && { blue: accepted[2] }) },
    game: game.value,
  };
}
