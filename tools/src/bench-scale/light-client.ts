import { HANDSHAKE_ROOM } from '@doushouqi/protocol';
import { WebSocket } from 'ws';

/** The connection was refused or timed out. */
export class NotConnected extends Error {}

type Received = (event: string, payload: never) => void;

const CONNECT_TIMEOUT_MS = 20_000;

interface Manner {
  /** The client's room, named as the web does. */
  room?: string;
  /** Polls first, as browsers do. */
  upgrading?: boolean;
}

/** Returns the logged-in session of a polling client before its upgrade. */
async function pollIn(address: string, token: string): Promise<string> {
  const signal = AbortSignal.timeout(CONNECT_TIMEOUT_MS);
  const get = async (query: string): Promise<string> => (await fetch(address + query, { signal })).text();
  const { sid } = JSON.parse((await get('')).slice(1)) as { sid: string };
  const body = `40${JSON.stringify({ token })}`;
  await (await fetch(`${address}&sid=${sid}`, { method: 'POST', body, signal })).text();
  if (!(await get(`&sid=${sid}`)).startsWith('40')) throw new NotConnected('not logged in');
  return sid;
}

/**
 * A minimal Socket.IO client, so that one process can hold 10 000. It speaks version 4 of engine.io and 5 of Socket.IO,
 * text over a websocket, and does not reconnect.
 */
export class LightClient {
  readonly #socket: WebSocket;
  readonly #acks = new Map<number, (answer: never) => void>();
  #asked = 0;
  /** The realtime node that the gateway chose. */
  node = '';
  onEvent: Received = () => undefined;
  onClose: () => void = () => undefined;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  /** Connects and logs in. Rejects with NotConnected. */
  static async connect(url: string, token: string, { room, upgrading }: Manner = {}): Promise<LightClient> {
    const commands = `/socket.io/?EIO=4${room === undefined ? '' : `&${HANDSHAKE_ROOM}=${room}`}`;
    const sid = upgrading ? await pollIn(`${url}${commands}&transport=polling`, token) : undefined;
    const query = sid === undefined ? '' : `&sid=${sid}`;
    const address = `${url.replace('http', 'ws')}${commands}&transport=websocket${query}`;
    const socket = new WebSocket(address, { perMessageDeflate: false, handshakeTimeout: CONNECT_TIMEOUT_MS });
    const client = new LightClient(socket);
    if (sid !== undefined) client.node = sid.split('.')[0] ?? '';
    await new Promise<void>((resolve, reject) => {
      const overdue = setTimeout(() => socket.terminate(), CONNECT_TIMEOUT_MS);
      const fail = (reason: string) => {
        clearTimeout(overdue);
        reject(new NotConnected(reason));
      };
      // A websocket terminated before it is open emits a second error.
      socket.on('error', (error) => fail(error.message));
      socket.once('close', () => fail('closed'));
      if (sid !== undefined) socket.once('open', () => socket.send('2probe'));
      socket.on('message', (data: Buffer) => {
        const text = data.toString();
        if (text.startsWith('44')) return fail(text);
        if (client.#isConnected(text, token)) {
          clearTimeout(overdue);
          resolve();
        }
      });
    });
    socket.on('close', () => client.onClose());
    return client;
  }

  #isConnected(text: string, token: string): boolean {
    if (text.startsWith('0')) {
      this.node = (JSON.parse(text.slice(1)) as { sid: string }).sid.split('.')[0] ?? '';
      this.#socket.send(`40${JSON.stringify({ token })}`);
    } else if (text === '3probe') {
      this.#socket.send('5');
      return true;
    } else if (text === '2') this.#socket.send('3');
    else if (text.startsWith('40')) return true;
    else if (text.startsWith('42')) {
      const [event, payload] = JSON.parse(text.slice(2)) as [string, never];
      this.onEvent(event, payload);
    } else if (text.startsWith('43')) this.#answered(text);
    return false;
  }

  #answered(text: string): void {
    const start = text.indexOf('[');
    const id = Number(text.slice(2, start));
    const [answer] = JSON.parse(text.slice(start)) as [never];
    this.#acks.get(id)?.(answer);
    this.#acks.delete(id);
  }

  /** Sends a message; resolves to its acknowledgement. */
  ask<Answer>(event: string, message: object): Promise<Answer> {
    const id = this.#asked;
    this.#asked += 1;
    return new Promise((resolve) => {
      this.#acks.set(id, resolve);
      this.#socket.send(`42${id}${JSON.stringify([event, message])}`);
    });
  }

  close(): void {
    this.#socket.terminate();
  }
}
