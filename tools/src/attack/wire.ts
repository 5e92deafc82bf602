import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';

export const SOCKET_PATH = '/socket.io/?EIO=4&transport=websocket';

/** Returns raw headers of a websocket's handshake. */
export function upgradeHeaders(): string[] {
  const key = randomBytes(16).toString('base64');
  return `Connection,Upgrade,Upgrade,websocket,Sec-WebSocket-Version,13,Sec-WebSocket-Key,${key}`.split(',');
}

/** Returns a client's websocket frame with `text` of under 126 bytes. Its mask is zero, which is valid. */
export function frame(text: string): Buffer {
  const payload = Buffer.from(text);
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload]);
}

/** Sends a request with raw headers on a connection of its own. Resolves to the status and the socket. */
export async function send(
  url: string,
  headers: readonly string[],
): Promise<{ status: number; socket: Socket }> {
  const asked = request(url, { headers: [...headers], setHost: false, agent: false });
  const answer = once(asked.end(), 'upgrade', { signal: AbortSignal.timeout(5_000) });
  asked.once('response', (response) => asked.emit('upgrade', response, response.socket));
  const [response, socket] = (await answer) as [IncomingMessage, Socket];
  socket.on('error', () => undefined).resume();
  return { status: response.statusCode ?? 0, socket };
}

/** Opens a websocket for traffic that no regular client sends. Rejects if it is refused. */
export async function openWire(url: string, address: string): Promise<Socket> {
  const headers = ['Host', new URL(url).host, 'X-Forwarded-For', address, ...upgradeHeaders()];
  const { status, socket } = await send(url + SOCKET_PATH, headers);
  if (status !== 101) throw new Error(`refused: ${status}`);
  // The gateway closes its side first.
  return socket.once('end', () => socket.destroy());
}
