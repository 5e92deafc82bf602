import type { GameRatings, GameRecord, RecordPlayer, TimeControl, WireWinner } from '@doushouqi/protocol';
import type { EndReason, RuleSetName } from '@doushouqi/rules';
import { type Connection, type Model, Schema, type Types } from 'mongoose';

export type RecordType = GameRecord['type'];

/**
 * A stored game; winner -1 if unfinished. Moves are only in the record string. Only `filed`, `shareId`,
 * `ratings`, which a rated game gets when it is rated, and the name of a level (`nameLevels`) change.
 */
export interface StoredGame {
  _id: Types.ObjectId;
  /** Unique id of the game at its source. */
  gameId: string;
  /** Only for online games. */
  roomId?: string;
  type: RecordType;
  /** The user who saved a local game; absent for online games. */
  owner?: string;
  /** Nicknames and avatars at the time of storage. */
  players: { red: RecordPlayer; blue: RecordPlayer };
  /** Absent in games older than named rule sets. */
  ruleSet?: RuleSetName;
  /** FEN-like string of a set-up start; absent for the normal start. */
  start?: string | undefined;
  record: string;
  winner: WireWinner;
  endReason: EndReason;
  /** Only for online games; null without clocks. */
  timeControl?: TimeControl | null;
  /** Only for games of rated rooms. */
  rated?: true;
  /** What the game belongs to; not presented. */
  context?: string | undefined;
  ratings?: GameRatings;
  /** Kind and level of the computer; absent between two users. */
  aiType?: string;
  aiLevel?: number;
  /** Epoch ms. */
  startTime: number;
  endTime: number;
  /** Time of each move, ms since `startTime`. */
  moveTimes: number[];
  /** Absent in games older than histories, until `fileOld` has added them. */
  filed?: boolean;
  /** Id of the public link; absent until the game is shared. */
  shareId?: string;
}

/** A game before storage. */
export type NewGame = Omit<StoredGame, '_id' | 'gameId' | 'filed' | 'shareId'>;

export type GameRecordModel = Model<StoredGame>;

const player = new Schema<RecordPlayer>(
  {
    _id: { type: String, default: null },
    nickname: { type: String, required: true },
    avatar: { type: String, required: true },
    isGuest: { type: Boolean },
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
    context: { type: String },
    ratings: { type: ratings },
    aiType: { type: String },
    aiLevel: { type: Number },
    startTime: { type: Number, required: true },
    endTime: { type: Number, required: true },
    moveTimes: { type: [Number], required: true },
    filed: { type: Boolean },
    shareId: { type: String },
  },
  // Indexes are created before the first request, so that a failure stops the start.
  { versionKey: false, autoIndex: false, autoCreate: false },
);
schema.index({ gameId: 1 }, { unique: true });
// Not unique: most games have none, and random ids do not collide.
schema.index({ shareId: 1 });
schema.index({ filed: 1 });

/** Opens the archive of a connection with its indexes. */
export async function openGameRecords(connection: Connection): Promise<GameRecordModel> {
  const records = connection.model<StoredGame>('GameRecord', schema);
  await records.createIndexes();
  return records;
}
