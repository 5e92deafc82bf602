import type { EndReason, Side, Winner } from '@doushouqi/rules';

/** Ids of users and games are opaque. Times are epoch ms. */
interface Base {
  at: number;
}

interface OfPlayer extends Base {
  player: string;
}

/** Entry, and return after a pause or withdrawal. `rating`: at the first entry. */
export interface Joined extends OfPlayer {
  kind: 'joined';
  rating: number;
}

/** `paused`: no new games until the next `joined`. `left`: withdrawal. `checkedIn`: present before a Swiss starts. */
export interface StatusChanged extends OfPlayer {
  kind: 'paused' | 'left' | 'checkedIn';
}

/** A Swiss round without opponent: the odd player wins a point; a late entry and one request have half a point. */
export interface Bye extends OfPlayer {
  kind: 'bye';
  round: number;
  reason: ByeReason;
}

export type ByeReason = 'odd' | 'late' | 'requested';

/** A game is due. `round`: of a Swiss, else absent. */
export interface Paired extends Base {
  kind: 'paired';
  game: string;
  red: string;
  blue: string;
  round?: number;
}

/** The end of a game. Both sides may be absent. A game that ended for no fault of a player has no winner and counts as none. */
export interface Finished extends Base {
  kind: 'finished';
  game: string;
  winner: Winner | null;
  plies: number;
  /** Null without moves of both sides. */
  endReason: EndReason | null;
  /** Sides that made no first move. */
  absent: readonly Side[];
}

/** Start and end of the tournament, or of a round of a Swiss. A cancelled tournament does not start. */
export interface PhaseChanged extends Base {
  kind: 'started' | 'ended' | 'cancelled';
}

export interface RoundChanged extends Base {
  kind: 'roundStarted' | 'roundEnded';
  round: number;
}

export type TournamentEvent = Joined | StatusChanged | Bye | Paired | Finished | PhaseChanged | RoundChanged;
