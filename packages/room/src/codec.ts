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
import { type AcceptedCommand, NO_PEOPLE_NOTES, type Room } from './room.ts';

/** A room as stored: sides as on the wire, and its game as a compact record string. */
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
  abortedBy: null,
  drawOffers: { player1: 0, player2: 0 },
} as const satisfies Partial<WireRoomHeader>;

/** Reads the text of `encodeRoom`, of this version or an older one. Throws if it is neither. */
export function decodeRoom(text: string): Room {
  const { record, header, lagQuota, accepted, ...stored } = JSON.parse(text) as StoredRoom;
  const game = parseRecord(record, { ruleSet: header.ruleSet });
  if (!game.ok) {
    const { code, ply } = game.error;
    throw new Error(`stored record of room ${stored.id} is damaged: ${code} at ${ply}`);
  }
  return {
    ...stored,
    // Rooms from before there were paired ones have no lags, and older ones no mark and not every kind of offer.
    lags: stored.lags ?? '',
    mark: stored.mark ?? 0,
    offeredAt: { ...NO_PEOPLE_NOTES.offeredAt, ...stored.offeredAt },
    header: fromWireHeader({ ...LATER_HEADER, ...header }),
    lagQuota: fromWirePair(lagQuota),
    accepted: { ...(accepted[1] && { red: accepted[1] }), ...(accepted[2] && { blue: accepted[2] }) },
    game: game.value,
  };
}
