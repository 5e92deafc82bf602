import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Move } from '@doushouqi/rules';
import { gameScripts } from '@doushouqi/scripts';
import { percentile } from '../numbers.ts';
import { atMost, type Checks, is } from './attack.ts';
import { type Attendant, randomId, type Target } from './target.ts';

/** Pause between two moves, which stays far below every limit. */
const PAUSE_MS = 30;
const LATE_MS = 10_000;
/** Pause after a failure, before they take another table. */
const RECOVER_MS = 250;
/** Until the gateway has chosen another node: it may still count sessions that have ended. */
const APART_MS = 20_000;
/** Moves before the measurement, and their time limit. */
const WARM_UP = 30;
const WARM_UP_MS = 15_000;
const MOST_P99_MS = 250;
/** Both move back and forth in one room; long enough for the attack and below the cap on game length. */
const SCRIPTS = gameScripts(4, 240);

export type Players = readonly [Attendant, Attendant];

/** Connects two players on different nodes, so that one of them is on the attacked node. */
async function connectApart(target: Target): Promise<Players> {
  const red = await target.enter();
  // Open connections make the gateway choose the other node; it learns of them with a delay.
  const beside: Attendant[] = [];
  try {
    for (const deadline = Date.now() + APART_MS; Date.now() < deadline; ) {
      const other = await target.enter();
      if (other.client.node !== red.client.node) return [red, other];
      beside.push(other);
      await delay(RECOVER_MS);
    }
    throw new Error(`both bystanders only ever get ${red.client.node}`);
  } finally {
    for (const { client } of beside) client.close();
  }
}

/** Seats the players in a new room; resolves to its id. */
export async function sitDown(players: readonly Attendant[]): Promise<string> {
  const roomId = randomId();
  for (const { api } of players) await api.joinRoom({ body: { roomId } });
  for (const { client } of players) await client.join(roomId);
  return roomId;
}

/** Makes a move and waits until both sides have it; resolves to its round trip in ms. */
export async function makeMove(roomId: string, [red, blue]: Players, move: Move, ply: number) {
  const [mover, other] = ply % 2 === 0 ? [red, blue] : [blue, red];
  const begun = performance.now();
  const received = once(other.client, 'moveMade', { signal: AbortSignal.timeout(LATE_MS) });
  received.catch(() => undefined);
  const message = { roomId, ...move, player: (ply % 2) + 1, ply, id: `${roomId}-${ply}` };
  const { ok, code } = await mover.client.ask('move', message);
  if (!ok) throw new Error(code);
  await received;
  return performance.now() - begun;
}

/**
 * Starts two players who move back and forth. Resolves once they play; the result ends their game and resolves to
 * checks of the round trips. Moves that were refused or took longer than ten seconds are lost, and count as that long.
 */
export async function seatBystanders(target: Target): Promise<() => Promise<Checks>> {
  let players = await connectApart(target);
  const trips: number[] = [];
  let lost = 0;
  let isOver = false;
  const playOneRoom = async (moves: readonly Move[]): Promise<void> => {
    const roomId = await sitDown(players);
    for (const [ply, move] of moves.entries()) {
      if (isOver) break;
      trips.push(await makeMove(roomId, players, move, ply));
      await delay(PAUSE_MS);
    }
    await players[0].api.surrender({ params: { roomId } });
    for (const { client } of players) await client.ask('leaveRoom', { roomId });
  };
  const playOn = async (): Promise<void> => {
    for (let game = 0; !isOver; game++) {
      try {
        await playOneRoom(SCRIPTS[game % SCRIPTS.length]!);
      } catch {
        lost += 1;
        trips.push(LATE_MS);
        await delay(RECOVER_MS);
        players = await connectApart(target).catch(() => players);
      }
    }
  };
  const playing = playOn();
  const stop = async (): Promise<Checks> => {
    isOver = true;
    await playing;
    const p99 = percentile(trips, 0.99);
    return { 'p99 of bystanders': atMost(p99, MOST_P99_MS, 'ms'), 'moves lost': is(lost, 0) };
  };
  for (const deadline = Date.now() + WARM_UP_MS; trips.length < WARM_UP; await delay(20)) {
    if (lost === 0 && Date.now() < deadline) continue;
    await stop();
    throw new Error('the bystanders cannot play');
  }
  trips.length = 0;
  return stop;
}
