import type { Challenge, PairingColor } from '@doushouqi/protocol';

/** What is kept of the things that wait and play, as JSON. Times in epoch ms. */

/** Somebody's place in a pool. */
export interface Ticket {
  id: string;
  userId: string;
  pool: string;
  since: number;
  rating: number;
  provisional: boolean;
  colorBalance: number;
  recentOpponents: readonly string[];
  blocked: readonly string[];
}

/** Two who play, and where. */
export interface PairedGame {
  gameId: string;
  roomId: string;
  pool: string;
  /** Red first. */
  players: readonly [string, string];
  /** When they were taken from the queue. */
  at: number;
}

/**
 * A challenge without what others are to be told of its owner. `network`: where it came from, as limits count addresses;
 * nobody is told.
 */
export type KeptChallenge = Omit<Challenge, 'from'> & { fromId: string; network: string };

/** A pair whose room is not known to be there, and what is put back if it cannot be made. */
export interface TakenPair {
  pair: PairedGame;
  tickets: readonly Ticket[];
  challenge: KeptChallenge | null;
}

/** By which games to watch are sorted: the mean rating of two who were paired, the owner's of a challenge. */
export function strengthOf({ tickets, challenge }: TakenPair): number {
  const ratings = challenge ? [challenge.rating] : tickets.map(({ rating }) => rating);
  return ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length;
}

/** What is remembered of somebody between games. */
export interface PlayerNotes {
  colorBalance: number;
  recentOpponents: readonly string[];
  /** Where the last game was, null where that is forgotten. */
  roomId: string | null;
}

export function colorOf({ players }: PairedGame, userId: string): PairingColor {
  return players[0] === userId ? 'red' : 'blue';
}
export function opponentOf({ players }: PairedGame, userId: string): string {
  return players[0] === userId ? players[1] : players[0];
}
