import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClientToServerEvents, ServerToClientEvents } from '@doushouqi/protocol';
import type { Move } from '@doushouqi/rules';
import { gameScripts } from '@doushouqi/scripts';
import { io, type Socket } from 'socket.io-client';
import { mustPost } from '../measure/requests.ts';
import { percentile } from '../measure/statistics.ts';

/** Players whose game runs during an attack. */
export interface Bystanders {
  /**
   * Ends their game. Round trips in ms, from sending a move until both its acknowledgement and the opponent's event
   * arrived; `lost`: moves that were refused or took longer than ten seconds, which count as that long.
   */
  stop(): Promise<{ p50: number; p99: number; lost: number }>;
}

/** The part of the target that bystanders need. */
interface Venue {
  url: string;
  tokenOf(userId: string): string;
  newAddress(): string;
}

interface Bystander {
  token: string;
  address: string;
  socket: Socket<ServerToClientEvents, ClientToServerEvents>;
}

/** Pause between two moves, which stays far below every limit. */
const PAUSE_MS = 30;
const LATE_MS = 10_000;
/** Pause after a failure, before they take another table. */
const RECOVER_MS = 250;
const CONNECT_MS = 15_000;
const MOST_CONNECTIONS = 8;
const NOTICE_MS = 250;
/** Moves before the measurement, and their time limit. */
const WARM_UP = 30;
const WARM_UP_MS = 15_000;
/** Both move back and forth in one room; long enough for the attack and below the cap on game length. */
const SCRIPTS = gameScripts(4, 240);

export function connect(venue: Venue): Bystander {
  const token = venue.tokenOf(randomBytes(12).toString('hex'));
  const address = venue.newAddress();
  const socket: Bystander['socket'] = io(venue.url, {
    auth: { token },
    extraHeaders: { 'x-forwarded-for': address },
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 100,
    reconnectionDelayMax: 1_000,
  });
  return { token, address, socket };
}

/** Returns the realtime node that the gateway chose. */
async function nodeOf({ socket }: Bystander): Promise<string> {
  for (const deadline = Date.now() + CONNECT_MS; !socket.connected; await delay(20))
    if (Date.now() > deadline) throw new Error('a bystander could not connect');
  return String(socket.io.engine.id).split('.')[0]!;
}

/** Connects two players on different nodes, so that one of them is on the attacked node. */
async function connectApart(venue: Venue): Promise<[Bystander, Bystander]> {
  const red = connect(venue);
  const node = await nodeOf(red);
  const others: Bystander[] = [];
  try {
    while (others.length < MOST_CONNECTIONS) {
      const other = connect(venue);
      if ((await nodeOf(other)) !== node) return [red, other];
      others.push(other);
      // The gateway learns of new connections with a delay.
      await delay(NOTICE_MS);
    }
    throw new Error(`both bystanders only ever get ${node}`);
  } finally {
    for (const { socket } of others) socket.disconnect();
  }
}

/** Requests have the same deadline as moves. */
function ask({ url }: Venue, { token, address }: Bystander, path: string, body?: object): Promise<void> {
  return mustPost(url, { token, address, signal: AbortSignal.timeout(LATE_MS) }, path, body);
}

/** Seats the players in a new room; resolves to its id. */
export async function sitDown(venue: Venue, players: readonly Bystander[]): Promise<string> {
  const roomId = randomBytes(8).toString('hex');
  for (const player of players) await ask(venue, player, '/games/rooms', { roomId });
  for (const { socket } of players) {
    const answer = await socket.timeout(LATE_MS).emitWithAck('joinRoom', { roomId });
    if (!answer.ok) throw new Error(`joinRoom: ${answer.code}`);
  }
  return roomId;
}

/** Makes a move and waits until both sides have it; resolves to its round trip in ms. */
export async function makeMove(roomId: string, players: [Bystander, Bystander], move: Move, ply: number) {
  const [mover, other] = ply % 2 === 0 ? players : players.toReversed();
  const begun = performance.now();
  const signal = AbortSignal.timeout(LATE_MS);
  const received = new Promise<void>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('the opponent received nothing')), {
      once: true,
    });
    other!.socket.once('moveMade', () => resolve());
  });
  received.catch(() => undefined);
  const message = { roomId, ...move, player: ply % 2 === 0 ? (1 as const) : (2 as const), ply, id: `${ply}` };
  try {
    const answer = await mover!.socket.timeout(LATE_MS).emitWithAck('move', message);
    if (!answer.ok) throw new Error(answer.code);
    await received;
    return performance.now() - begun;
  } finally {
    other!.socket.off('moveMade');
  }
}

/** Starts two players who move back and forth until stopped. Resolves once they play. */
export async function seatBystanders(venue: Venue): Promise<Bystanders> {
  const players = await connectApart(venue);
  const trips: number[] = [];
  let lost = 0;
  let stopping = false;

  const playOneRoom = async (moves: readonly Move[]): Promise<void> => {
    const roomId = await sitDown(venue, players);
    for (const [ply, move] of moves.entries()) {
      if (stopping) break;
      trips.push(await makeMove(roomId, players, move, ply));
      await delay(PAUSE_MS);
    }
    await ask(venue, players[0], `/games/rooms/${roomId}/surrender`);
    for (const { socket } of players) await socket.timeout(LATE_MS).emitWithAck('leaveRoom', { roomId });
  };
  const playOn = async (): Promise<void> => {
    for (let game = 0; !stopping; game++) {
      await playOneRoom(SCRIPTS[game % SCRIPTS.length]!).catch(async () => {
        lost += 1;
        trips.push(LATE_MS);
        await delay(RECOVER_MS);
      });
    }
  };
  const playing = playOn();
  const stop = async () => {
    stopping = true;
    await playing;
    for (const { socket } of players) socket.disconnect();
    return { p50: percentile(trips, 0.5), p99: percentile(trips, 0.99), lost };
  };
  for (const deadline = Date.now() + WARM_UP_MS; trips.length < WARM_UP; await delay(20)) {
    if (lost === 0 && Date.now() < deadline) continue;
    await stop();
    throw new Error('the bystanders cannot play');
  }
  trips.length = 0;
  return { stop };
}
