import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A raw engine.io connection over a websocket, for traffic that no regular client sends. */
export interface Wire {
  socket: Socket;
  /** Returns the time (ms) from opening until the peer closed it; undefined while it is open. */
  closedAfter(): number | undefined;
}

const ANSWER_MS = 5_000;
const TEXT = 0x81;
const MASKED = 0x80;
/** Smallest length that needs two extra bytes. */
const LONG = 126;

/** Returns a client's websocket frame with `text` of under 64 KiB. Its mask is zero, which is valid. */
export function frame(text: string): Buffer {
  const payload = Buffer.from(text);
  const { length } = payload;
  const header = length < LONG ? [TEXT, MASKED | length] : [TEXT, MASKED | LONG, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([...header, 0, 0, 0, 0]), payload]);
}

async function received(socket: Socket, expected: RegExp): Promise<void> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  for (let text = ''; !expected.test(text); ) {
    const [data] = (await once(socket, 'data', { signal })) as [Buffer];
    text += data.toString('latin1');
  }
}

/** Opens a websocket; resolves once engine.io has accepted the connection. `sid`: of a polling session. */
export async function openWire(url: string, address: string): Promise<Wire> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(
    [
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
      `Host: ${hostname}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
      `X-Forwarded-For: ${address}`,
      '\r\n',
    ].join('\r\n'),
  );
  await received(socket, /"sid":/);
  const begun = performance.now();
  let closed: number | undefined;
  const close = (): void => {
    closed ??= performance.now() - begun;
  };
  socket.once('end', close).once('close', close).resume();
  return { socket, closedAfter: () => closed };
}

/** Logs in on a connection, as Socket.IO's client does. */
export async function logIn({ socket }: Wire, token: string): Promise<void> {
  const answered = received(socket, /40\{"sid"/);
  socket.write(frame(`40${JSON.stringify({ token })}`));
  await answered;
}
