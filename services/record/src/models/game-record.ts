import type { GameRatings, GameRecord, RecordPlayer, TimeControl, WireWinner } from '@doushouqi/protocol';
import type { EndReason, RuleSetName } from '@doushouqi/rules';
import { type Connection, type Model, Schema, type Types } from 'mongoose';

export type RecordType = GameRecord['type'];

/**
 * A kept game as stored, winner -1 where nobody ended it: moves are in the record string alone, everything about them is
 * derived. Only `filed`, `shareId` and the name of a level (`nameLevels`) ever change.
 */
export interface StoredGame {
  _id: Types.ObjectId;
  /** Names the game wherever it came from; keeping it twice is once. */
  gameId: string;
  /** Of an online game. */
  roomId?: string;
  type: RecordType;
  /** The user who saved a local game; an online one is its players'. */
  owner?: string;
  /** With the names and avatars that the players had when the game was kept. */
  players: { red: RecordPlayer; blue: RecordPlayer };
  /** Absent in games from before rule sets had names. */
  ruleSet?: RuleSetName;
  /** FEN-like string of a set-up position; absent for the usual start. */
  start?: string | undefined;
  record: string;
  winner: WireWinner;
  endReason: EndReason;
  /** Of an online game. */
  timeControl?: TimeControl;
  /** Of a game in a rated room; absent in all others. */
  rated?: true;
  ratings?: GameRatings;
  /** The computer's kind and its level; absent where people played. */
  aiType?: string;
  aiLevel?: number;
  /** Epoch ms. */
  startTime: number;
  endTime: number;
  /** When each move was made, in ms since `startTime`. */
  moveTimes: number[];
  /** Absent in games from before there were histories, until they are filed there (`fileOld`). */
  filed?: boolean;
  /** The word of its link; absent until somebody shares it. */
  shareId?: string;
}

/** A game before it is kept. */
export type NewGame = Omit<StoredGame, '_id' | 'gameId' | 'filed' | 'shareId'>;

export type GameRecordModel = Model<StoredGame>;

const player = new Schema<RecordPlayer>(
  {
    _id: { type: String, default: null },
    nickname: { type: String, required: true },
    avatar: { type: String, required: true },
  },
  { _id: false },
);

const timeControl = new Schema<TimeControl>(
  { initial: { type: Number, required: true }, increment: { type: Number, required: true } },
  { _id: false },
);

const shownRating = { rating: { type: Number, required: true }, deviation: { type: Number, required: true } };
const ratingChange = new Schema(
  {
    before: { type: new Schema(shownRating, { _id: false }), required: true },
    after: { type: new Schema(shownRating, { _id: false }), required: true },
  },
  { _id: false },
);
const ratings = new Schema<GameRatings>(
  { red: { type: ratingChange, required: true }, blue: { type: ratingChange, required: true } },
  { _id: false },
);

const schema = new Schema<StoredGame>(
  {
    gameId: { type: String, required: true },
    roomId: { type: String },
    type: { type: String, required: true },
    owner: { type: String },
    players: { red: { type: player, required: true }, blue: { type: player, required: true } },
    ruleSet: { type: String, required: true },
    start: { type: String },
    record: { type: String, required: true },
    winner: { type: Number, required: true },
    endReason: { type: String, required: true },
    timeControl: { type: timeControl },
    rated: { type: Boolean },
    ratings: { type: ratings },
    aiType: { type: String },
    aiLevel: { type: Number },
    startTime: { type: Number, required: true },
    endTime: { type: Number, required: true },
    moveTimes: { type: [Number], required: true },
    filed: { type: Boolean },
    shareId: { type: String },
  },
  // Indexes are made once, before the first request, so that a failure to make them is seen.
  { versionKey: false, autoIndex: false, autoCreate: false },
);
schema.index({ gameId: 1 }, { unique: true });
// Not unique: most games have none, and the words are too random to meet.
schema.index({ shareId: 1 });
schema.index({ filed: 1 });

/** The archive of this connection, with its indexes in place. */
export async function openGameRecords(connection: Connection): Promise<GameRecordModel> {
  const records = connection.model<StoredGame>('GameRecord', schema);
  await records.createIndexes();
  return records;
}
