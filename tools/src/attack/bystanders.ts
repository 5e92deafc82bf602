import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClientToServerEvents, ServerToClientEvents } from '@doushouqi/protocol';
import type { Move } from '@doushouqi/rules';
import { gameScripts } from '@doushouqi/scripts';
import { io, type Socket } from 'socket.io-client';
import { mustPost } from '../measure/requests.ts';
import { percentile } from '../measure/statistics.ts';

/** Who plays while somebody else attacks. */
export interface Bystanders {
  /**
   * Ends their game. Round trips in ms, from sending a move until its acknowledgement and the opponent are both
   * there; `lost`: moves that were refused or took longer than ten seconds, which count as that long.
   */
  stop(): Promise<{ p50: number; p99: number; lost: number }>;
}

/** What bystanders need of the target. */
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

/** Between two moves, so that they stay far under every limit. */
const PAUSE_MS = 30;
const LATE_MS = 10_000;
/** After trouble, before they sit down at another table. */
const RECOVER_MS = 250;
const CONNECT_MS = 15_000;
const MOST_CONNECTIONS = 8;
const TOLD_MS = 250;
/** Moves before the measuring begins, and how long they may take. */
const WARM_UP = 30;
const WARM_UP_MS = 15_000;
/** They walk about in one room for this long; no cap on the length of a game is near. */
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

/** The realtime node that the gateway chose. */
async function nodeOf({ socket }: Bystander): Promise<string> {
  for (const deadline = Date.now() + CONNECT_MS; !socket.connected; await delay(20))
    if (Date.now() > deadline) throw new Error('a bystander could not connect');
  return String(socket.io.engine.id).split('.')[0]!;
}

/** Two on different nodes, so that whichever is attacked, one of them sits on it. */
async function connectApart(venue: Venue): Promise<[Bystander, Bystander]> {
  const red = connect(venue);
  const node = await nodeOf(red);
  const others: Bystander[] = [];
  try {
    while (others.length < MOST_CONNECTIONS) {
      const other = connect(venue);
      if ((await nodeOf(other)) !== node) return [red, other];
      others.push(other);
      // The gateway hears of new connections with some delay.
      await delay(TOLD_MS);
    }
    throw new Error(`both bystanders only ever get ${node}`);
  } finally {
    for (const { socket } of others) socket.disconnect();
  }
}

/** Whoever plays waits no longer for an answer than for a move. */
function ask({ url }: Venue, { token, address }: Bystander, path: string, body?: object): Promise<void> {
  return mustPost(url, { token, address, signal: AbortSignal.timeout(LATE_MS) }, path, body);
}

/** A new room with both in it; resolves to its id. */
export async function sitDown(venue: Venue, players: readonly Bystander[]): Promise<string> {
  const roomId = randomBytes(8).toString('hex');
  for (const player of players) await ask(venue, player, '/games/rooms', { roomId });
  for (const { socket } of players) {
    const answer = await socket.timeout(LATE_MS).emitWithAck('joinRoom', { roomId });
    if (!answer.ok) throw new Error(`joinRoom: ${answer.code}`);
  }
  return roomId;
}

/** One move of the side whose turn it is, as both sides see it; resolves to its round trip in ms. */
export async function makeMove(roomId: string, players: [Bystander, Bystander], move: Move, ply: number) {
  const [mover, other] = ply % 2 === 0 ? players : players.toReversed();
  const begun = performance.now();
  const signal = AbortSignal.timeout(LATE_MS);
  const heard = new Promise<void>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('the opponent heard nothing')), { once: true });
    other!.socket.once('moveMade', () => resolve());
  });
  heard.catch(() => undefined);
  const message = { roomId, ...move, player: ply % 2 === 0 ? (1 as const) : (2 as const), ply, id: `${ply}` };
  try {
    const answer = await mover!.socket.timeout(LATE_MS).emitWithAck('move', message);
    if (!answer.ok) throw new Error(answer.code);
    await heard;
    return performance.now() - begun;
  } finally {
    other!.socket.off('moveMade');
  }
}

/** Two players who move back and forth, each soon after the other, until stopped. Resolves once they are at it. */
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
