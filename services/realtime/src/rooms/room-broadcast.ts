import type { RoomEvent } from '@doushouqi/protocol';
import { gameRoom, type RealtimeServer } from '../realtime-socket.ts';

/** Lengths that a frame's second byte itself cannot say: they stand in the next two bytes, or the next eight. */
const TWO_BYTES = 126;
const EIGHT_BYTES = 127;
/** The last frame of a message of text. */
const FINAL_TEXT = 0x81;

/** A message of text as a server's websocket frame (RFC 6455, 5.2): one frame, not masked. */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const start = length < TWO_BYTES ? 2 : length < 2 ** 16 ? 4 : 10;
  const frame = Buffer.allocUnsafe(start + length);
  frame[0] = FINAL_TEXT;
  if (start === 2) frame[1] = length;
  else if (start === 4) {
    frame[1] = TWO_BYTES;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = EIGHT_BYTES;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, start);
  return frame;
}

/** engine.io sends this frame to a websocket in the place of the packet that it is given. */
interface SendOptions {
  compress: boolean;
  wsPreEncodedFrame: [Buffer];
}

/**
 * Sends an event of a room's stream to this node's sockets in the room; `json` is the event. Every move goes this way: the
 * text that was committed becomes one frame for all, where `io.local.to(room).emit` would encode the event anew, look
 * through it for binary data, and send each socket the frame in two parts.
 */
export function broadcast(io: RealtimeServer, { type, roomId }: RoomEvent, json: string): void {
  const { adapter, sockets } = io.sockets;
  const members = adapter.rooms.get(gameRoom(roomId));
  if (!members) return;
  // A packet of Socket.IO (2: an event of the namespace `/`), in one of engine.io (4: a message).
  const packet = `2["${type}",${json}]`;
  const options: SendOptions = { compress: false, wsPreEncodedFrame: [textFrame(`4${packet}`)] };
  for (const id of members) sockets.get(id)?.conn.write(packet, options);
}
