import { EventEmitter } from 'node:events';
import { HANDSHAKE_ROOM } from '@doushouqi/protocol';
import { WebSocket } from 'ws';

const TIMEOUT_MS = 20_000;

/** The connection was refused or timed out; the message is the code of the refusal if there is one. */
export class NotConnected extends Error {}

interface SocketOptions {
  /** The client's room, named as the web does. */
  room?: string;
  /** Address for `X-Forwarded-For`. */
  address?: string;
  /** Events of the server are not parsed: thousands of spectators of a test need no processor. */
  isDeaf?: boolean;
}

/**
 * A minimal Socket.IO connection, so that one process can hold 10 000 and send what no client would. It speaks version 4
 * of engine.io and 5 of Socket.IO, text over a websocket. It knows nothing of rooms but their messages, and does not
 * reconnect. Emits each event of the server, and `closed`.
 */
export class RawSocket extends EventEmitter {
  readonly #socket: WebSocket;
  readonly #acks = new Map<number, (answer: never) => void>();
  #asked = 0;
  readonly #isDeaf: boolean;
  /** The realtime node that the gateway chose. */
  node = '';
  /** Events received. */
  received = 0;

  private constructor(socket: WebSocket, { isDeaf = false }: SocketOptions) {
    super();
    this.#socket = socket;
    this.#isDeaf = isDeaf;
  }

  /** Connects and logs in. Rejects with NotConnected. */
  static async connect(url: string, token: string, options: SocketOptions = {}): Promise<RawSocket> {
    const { room, address } = options;
    const query = room === undefined ? '' : `&${HANDSHAKE_ROOM}=${room}`;
    const socket = new WebSocket(`${url}/socket.io/?EIO=4&transport=websocket${query}`, {
      perMessageDeflate: false,
      handshakeTimeout: TIMEOUT_MS,
      ...(address !== undefined && { headers: { 'x-forwarded-for': address } }),
    });
    const client = new RawSocket(socket, options);
    await new Promise<void>((resolve, reject) => {
      const overdue = setTimeout(() => socket.terminate(), TIMEOUT_MS);
      const fail = (reason: string) => {
        clearTimeout(overdue);
        reject(new NotConnected(reason));
      };
      // A websocket terminated before it is open emits a second error.
      socket.on('error', (error) => fail(error.message));
      socket.once('close', () => fail('closed'));
      socket.on('message', (data: Buffer) => {
        const text = data.toString();
        if (text.startsWith('44')) fail((JSON.parse(text.slice(2)) as { message: string }).message);
        else if (client.#receive(text, token)) {
          clearTimeout(overdue);
          resolve();
        }
      });
    });
    socket.on('close', () => client.emit('closed'));
    return client;
  }

  /** Handles a packet; returns true if it completes the login. */
  #receive(text: string, token: string): boolean {
    if (text.startsWith('0')) {
      this.node = (JSON.parse(text.slice(1)) as { sid: string }).sid.split('.')[0]!;
      this.#socket.send(`40${JSON.stringify({ token })}`);
    } else if (text === '2') this.#socket.send('3');
    else if (text.startsWith('40')) return true;
    else if (text.startsWith('42')) {
      this.received += 1;
      if (this.#isDeaf) return false;
      const [event, payload] = JSON.parse(text.slice(2)) as [string, unknown];
      this.emit(event, payload);
    } else if (text.startsWith('43')) {
      const start = text.indexOf('[');
      const id = Number(text.slice(2, start));
      this.#acks.get(id)?.((JSON.parse(text.slice(start)) as [never])[0]);
      this.#acks.delete(id);
    }
    return false;
  }

  /** Sends a message; resolves to its acknowledgment. Rejects after 10 s. */
  ask(event: string, message: object): Promise<{ ok: boolean; code?: string; v?: number }> {
    const id = this.#asked++;
    return new Promise((resolve, reject) => {
      const overdue = setTimeout(() => reject(new Error(`${event}: no answer`)), 10_000);
      this.#acks.set(id, (answer) => {
        clearTimeout(overdue);
        resolve(answer);
      });
      this.#socket.send(`42${id}${JSON.stringify([event, message])}`);
    });
  }

  /** Sends a message without acknowledgment. */
  tell(event: string, message: object): void {
    this.write(`42${JSON.stringify([event, message])}`);
  }

  /** Joins a room. Rejects if it is refused. */
  async join(roomId: string): Promise<number> {
    const { ok, code, v } = await this.ask('joinRoom', { roomId });
    if (!ok) throw new Error(`joinRoom: ${code}`);
    return v ?? 0;
  }

  /** Sends a raw packet. */
  write(packet: string): void {
    this.#socket.send(packet);
  }

  /** Reads nothing from now on. */
  pause(): void {
    this.#socket.pause();
  }

  close(): void {
    this.#socket.terminate();
  }
}
