import type { Offence, TimeClass, TimeControl } from '@doushouqi/protocol';
import type { Conduct, DatedRating, Rating } from '@doushouqi/rating';
import { type Connection, type Model, Schema } from 'mongoose';

/** How the rated games of one colour went. */
export interface Counts {
  wins: number;
  losses: number;
  draws: number;
}

/** The rating of one user in one time class, as it was after his last game there. */
export interface StoredRating extends DatedRating {
  /** `ratingId` of user and class. */
  _id: string;
  userId: string;
  class: TimeClass;
  /** One more than that of any game rated before for either player, see `StoredRatedGame`. */
  seq: number;
  red: Counts;
  blue: Counts;
  /** The highest level in the last season in which there was one that was not provisional. */
  best: { season: string; order: number } | null;
}

/** What a game did to a rating, in full precision. */
export interface StoredChange {
  /** Grown by absence until the game; null where it was the first: it began as `START`. */
  before: Rating & { ratedAt: number | null };
  after: Rating;
}

/** A rated game, `_id` being its `gameId`. It never changes. */
export interface StoredRatedGame {
  _id: string;
  /**
   * One more than the last game of either player. So games sorted by it come in an order in which each player's are as they
   * were rated, and rating all of them again in that order comes to the same numbers.
   */
  seq: number;
  roomId: string;
  class: TimeClass;
  timeControl: TimeControl;
  /** Red and blue. */
  players: [string, string];
  /** `pairOf` the players. */
  pair: string;
  winner: 0 | 1 | 2;
  endReason: string;
  /** Half-moves. */
  plies: number;
  /** Epoch ms. */
  startTime: number;
  endTime: number;
  weight: number;
  red: StoredChange;
  blue: StoredChange;
}

/** An offence of a user in one game. */
export interface StoredOffence {
  gameId: string;
  offence: Offence;
  /** Epoch ms. */
  at: number;
}

/** How a user, `_id`, ended his rated games. */
export interface StoredConduct extends Conduct {
  _id: string;
  /** The last offences, oldest first; a game is among them once. */
  offences: StoredOffence[];
}

export interface Ratings {
  ratings: Model<StoredRating>;
  games: Model<StoredRatedGame>;
  conducts: Model<StoredConduct>;
}

export function ratingId(userId: string, timeClass: TimeClass): string {
  return `${userId}:${timeClass}`;
}

/** One word for two users, whoever is named first. */
export function pairOf(one: string, other: string): string {
  return [one, other].toSorted().join(':');
}

const number = { type: Number, required: true };
const text = { type: String, required: true };
const OPTIONS = { versionKey: false, autoIndex: false, autoCreate: false, minimize: false } as const;

const counts = new Schema<Counts>({ wins: number, losses: number, draws: number }, { _id: false });
const best = new Schema({ season: text, order: number }, { _id: false });
const rating = new Schema<StoredRating>(
  {
    _id: text,
    userId: text,
    class: text,
    rating: number,
    deviation: number,
    volatility: number,
    ratedAt: number,
    seq: number,
    red: { type: counts, required: true },
    blue: { type: counts, required: true },
    best: { type: best, default: null },
  },
  OPTIONS,
);
// Those who are ranked.
rating.index({ class: 1, deviation: 1 });

const timeControl = new Schema<TimeControl>({ initial: number, increment: number }, { _id: false });
const valued = { rating: number, deviation: number, volatility: number };
const change = new Schema<StoredChange>(
  {
    before: { type: new Schema({ ...valued, ratedAt: { type: Number, default: null } }, { _id: false }) },
    after: { type: new Schema(valued, { _id: false }) },
  },
  { _id: false },
);
const game = new Schema<StoredRatedGame>(
  {
    _id: text,
    seq: number,
    roomId: text,
    class: text,
    timeControl: { type: timeControl, required: true },
    players: { type: [String], required: true },
    pair: text,
    winner: number,
    endReason: text,
    plies: number,
    startTime: number,
    endTime: number,
    weight: number,
    red: { type: change, required: true },
    blue: { type: change, required: true },
  },
  OPTIONS,
);
game.index({ players: 1, class: 1, endTime: -1 });
game.index({ players: 1, endTime: -1 });
game.index({ pair: 1, endTime: -1 });
game.index({ seq: 1 });

const offence = new Schema<StoredOffence>({ gameId: text, offence: text, at: number }, { _id: false });
const conduct = new Schema<StoredConduct>(
  {
    _id: text,
    points: number,
    at: number,
    pauseUntil: number,
    offences: { type: [offence], required: true },
  },
  OPTIONS,
);
conduct.index({ pauseUntil: 1 });

/** The ratings, the rated games and the conduct of this connection's database, with their indexes in place. */
export async function openRatings(connection: Connection): Promise<Ratings> {
  const models = {
    ratings: connection.model<StoredRating>('Rating', rating),
    games: connection.model<StoredRatedGame>('RatedGame', game),
    conducts: connection.model<StoredConduct>('Conduct', conduct),
  };
  await Promise.all([
    models.ratings.createIndexes(),
    models.games.createIndexes(),
    models.conducts.createIndexes(),
  ]);
  return models;
}
