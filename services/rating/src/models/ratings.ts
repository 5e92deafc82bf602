import {
  type DecidedWireWinner,
  fromWireWinner,
  type Offence,
  type RatingClass,
  type TimeControl,
  type WirePair,
} from '@doushouqi/protocol';
import type {
  Account,
  Conduct,
  Counts,
  DatedRating,
  DayStart,
  RatingRule,
  SeasonRecord,
  Tally,
  Win,
} from '@doushouqi/rating';
import { type Connection, type Model, Schema } from 'mongoose';

/** Old ratings lack these until the next game, or until `npm run rerate -- --write`; `tally` until the latter. */
type Form = Pick<Account, 'seasons' | 'days' | 'tally'>;

/** The rating of a user in a class after the last game. */
export interface StoredRating extends Omit<Account, keyof Form>, Partial<Form> {
  /** `ratingId` of user and class. */
  _id: string;
  userId: string;
  class: RatingClass;
  /** The account was deleted; the rating stays for its opponents’ games, without a place on the ladder. */
  hasLeft?: true;
}

/** The change of a rating in full precision; `before` includes the growth of the deviation by absence. */
export interface StoredChange {
  before: DatedRating;
  after: DatedRating;
}

/** A rated game; `_id` is its `gameId`. It never changes. */
export interface StoredRatedGame {
  _id: string;
  /** Order in which games can be rated again (`RatedOutcome`). */
  seq: number;
  roomId: string;
  class: RatingClass;
  timeControl: TimeControl;
  /** Red and blue. */
  players: [string, string];
  /** `pairOf` the players. */
  pair: string;
  winner: DecidedWireWinner;
  endReason: string;
  /** Number of plies. */
  plies: number;
  /** Epoch ms. */
  startTime: number;
  endTime: number;
  /** Absent in the oldest games; see `RATING_RULE`. */
  rule?: RatingRule;
  /** See `FinishedGame`. */
  isArranged?: true;
  weight: number;
  red: StoredChange;
  blue: StoredChange;
  /** For review: the user who left, the lag of each move (ms), the focus losses of each window. */
  leftBy?: string;
  lags: number[];
  focusLosses: WirePair<number>;
}

/** An offence of a user in one game. */
export interface StoredOffence {
  gameId: string;
  offence: Offence;
  /** Epoch ms. */
  at: number;
}

/** A hint for operators without effect. */
export interface StoredFlag {
  /** `kind`, users and day. */
  _id: string;
  /**
   * Per day: `repeated_pair`: many games of two users. `early_surrenders`: a user resigned early in many
   * games. `early_wins`: many games of a winner ended early. `newcomer_wins`: many wins of a user over
   * provisional players. `arranged_wins`: many wins of a user in arranged games.
   */
  kind: 'repeated_pair' | 'early_surrenders' | 'early_wins' | 'newcomer_wins' | 'arranged_wins';
  users: string[];
  games: string[];
  /** End of the last of these games, epoch ms. */
  at: number;
}

/** Conduct of a user (`_id`) in rated games. */
export interface StoredConduct extends Conduct {
  _id: string;
  /** Last offences, oldest first, at most one per game. */
  offences: StoredOffence[];
}

export interface Ratings {
  ratings: Model<StoredRating>;
  games: Model<StoredRatedGame>;
  conducts: Model<StoredConduct>;
  flags: Model<StoredFlag>;
}

export function ratingId(userId: string, ratingClass: RatingClass): string {
  return `${userId}:${ratingClass}`;
}

/** Returns the key of two users, independent of their order. */
export function pairOf(one: string, other: string): string {
  return [one, other].toSorted().join(':');
}

/** Fields of earlier games that weights and flags use. */
export const EARLIER_FIELDS = { players: 1, winner: 1, plies: 1, red: 1, blue: 1, isArranged: 1 } as const;
export type EarlierGame = Pick<StoredRatedGame, '_id' | keyof typeof EARLIER_FIELDS>;

export interface StoredWin extends Win {
  gameId: string;
  isArranged: boolean;
}

/** Returns the user who won a stored game; null after a draw. */
export function winnerOf({ players, winner }: Pick<StoredRatedGame, 'players' | 'winner'>): string | null {
  const [red, blue] = players;
  const side = fromWireWinner(winner);
  return side === 'draw' ? null : side === 'red' ? red : blue;
}

/** Returns the games that a user won. */
export function winsOf(games: readonly EarlierGame[], userId: string): StoredWin[] {
  return games
    .filter((game) => winnerOf(game) === userId)
    .map(({ _id, players, plies, red, blue, isArranged = false }) => {
      const opponentDeviation = (players[0] === userId ? blue : red).before.deviation;
      return { gameId: _id, plies, opponentDeviation, isArranged };
    });
}

const number = { type: Number, required: true };
const text = { type: String, required: true };
const OPTIONS = { versionKey: false, autoIndex: false, autoCreate: false, minimize: false } as const;

const counts = new Schema<Counts>({ wins: number, losses: number, draws: number }, { _id: false });
const season = new Schema<SeasonRecord>(
  { season: text, best: { type: Number, default: null }, wins: number, losses: number, draws: number },
  { _id: false },
);
const dayStart = new Schema<DayStart>({ day: number, rating: number }, { _id: false });
const tally = new Schema<Tally>({ rounds: number, streak: number, bestStreak: number }, { _id: false });
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
    seasons: { type: [season], required: true },
    days: { type: [dayStart], required: true },
    tally: { type: tally, default: null },
    hasLeft: { type: Boolean },
  },
  OPTIONS,
);
// Ranked players.
rating.index({ class: 1, deviation: 1 });

const timeControl = new Schema<TimeControl>({ initial: number, increment: number }, { _id: false });
const dated = new Schema<DatedRating>(
  { rating: number, deviation: number, volatility: number, ratedAt: { type: Number, default: null } },
  { _id: false },
);
const change = new Schema<StoredChange>(
  { before: { type: dated, required: true }, after: { type: dated, required: true } },
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
    rule: { type: Number },
    isArranged: { type: Boolean },
    weight: number,
    red: { type: change, required: true },
    blue: { type: change, required: true },
    leftBy: { type: String },
    lags: { type: [Number], required: true },
    focusLosses: { player1: number, player2: number },
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

const flag = new Schema<StoredFlag>(
  {
    _id: text,
    kind: text,
    users: { type: [String], required: true },
    games: { type: [String], required: true },
    at: number,
  },
  OPTIONS,
);
flag.index({ at: -1 });

/** Opens ratings, rated games, conduct and flags of a connection with their indexes. */
export async function openRatings(connection: Connection): Promise<Ratings> {
  const models = {
    ratings: connection.model<StoredRating>('Rating', rating),
    games: connection.model<StoredRatedGame>('RatedGame', game),
    conducts: connection.model<StoredConduct>('Conduct', conduct),
    flags: connection.model<StoredFlag>('Flag', flag),
  };
  await Promise.all([
    models.ratings.createIndexes(),
    models.games.createIndexes(),
    models.conducts.createIndexes(),
    models.flags.createIndexes(),
  ]);
  return models;
}
