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
import { moveDeadlineFrom } from './correspondence.ts';
import { type AcceptedCommand, NO_USER_NOTES, numbersIn, type Room } from './room.ts';
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

/** Returns the header of a room. A running game of an older version has its days from its last move on. */
function headerOf({
  header: stored,
  startTime,
  moveTimes,
}: Pick<StoredRoom, 'header' | 'startTime' | 'moveTimes'>) {
  const header = fromWireHeader({ ...LATER_HEADER, ...stored });
  if (header.status !== 'playing' || header.moveDeadline !== null) return header;
  const lastMove = startTime + (numbersIn(moveTimes).at(-1) ?? 0);
  return { ...header, moveDeadline: moveDeadlineFrom(header, lastMove) };
}

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
    header: headerOf({ ...stored, header }),
    lagQuota: fromWirePair(lagQuota),
    accepted: { ...(accepted[1] && { red: accepted[1] }), ...(accepted[2] && { blue: accepted[2] }) },
    game: game.value,
  };
}
