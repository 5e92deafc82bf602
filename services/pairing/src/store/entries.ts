import type { Challenge, PairingColor } from '@doushouqi/protocol';
import type { PairedGame } from '@doushouqi/room-core/paired-games';

/** Tickets, challenges and pairs as stored in Redis (JSON). Times in epoch ms. */

/** A user's place in a pool. */
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
  /** The address (of IPv6 the /64) that joined; absent in tickets of older replicas. */
  network?: string;
}

/** A challenge without its owner's name and face. `network`: the address (of IPv6 the /64) that made it; no client gets it. */
export type KeptChallenge = Omit<Challenge, 'from'> & { fromId: string; network: string };

/** A pair whose room is not known to be there, and what is put back if it cannot be made. */
export interface TakenPair {
  pair: PairedGame;
  tickets: readonly Ticket[];
  challenge: KeptChallenge | null;
}

/** Stored of a user between games. */
export interface PlayerNotes {
  colorBalance: number;
  recentOpponents: readonly string[];
}

export function colorOf({ players }: PairedGame, userId: string): PairingColor {
  return players[0] === userId ? 'red' : 'blue';
}
export function opponentOf({ players }: PairedGame, userId: string): string {
  return players[0] === userId ? players[1] : players[0];
}
