import type { PublicUser, TimeControl } from '@doushouqi/protocol';
import type { EndReason, RuleSetName, Winner } from '@doushouqi/rules';
import { type Connection, type Model, Schema, type Types } from 'mongoose';

/** A finished game as stored, winner -1 where both players broke it off: moves are in the record string alone, everything about them is derived. */
export interface StoredGame {
  _id: Types.ObjectId;
  /** Names the game wherever it came from; archiving it twice is once. */
  gameId: string;
  roomId: string;
  type: 'online';
  /** With the names and avatars that the players had when the game was archived. */
  players: { red: PublicUser; blue: PublicUser };
  /** Absent in games from before rule sets had names. */
  ruleSet?: RuleSetName;
  /** FEN-like string of a set-up position; absent for the usual start. */
  start?: string | undefined;
  record: string;
  winner: Winner;
  endReason: EndReason;
  timeControl: TimeControl;
  /** Epoch ms, as are the times of the moves. */
  startTime: number;
  endTime: number;
  moveTimes: number[];
}

export type GameRecordModel = Model<StoredGame>;

const player = new Schema<PublicUser>(
  {
    _id: { type: String, required: true },
    nickname: { type: String, required: true },
    avatar: { type: String, required: true },
  },
  { _id: false },
);

const schema = new Schema<StoredGame>(
  {
    gameId: { type: String, required: true },
    roomId: { type: String, required: true },
    type: { type: String, required: true },
    players: { red: { type: player, required: true }, blue: { type: player, required: true } },
    ruleSet: { type: String, required: true },
    start: { type: String },
    record: { type: String, required: true },
    winner: { type: Number, required: true },
    endReason: { type: String, required: true },
    timeControl: {
      initial: { type: Number, required: true },
      increment: { type: Number, required: true },
    },
    startTime: { type: Number, required: true },
    endTime: { type: Number, required: true },
    moveTimes: { type: [Number], required: true },
  },
  // Indexes are made once, before the first request, so that a failure to make them is seen.
  { versionKey: false, autoIndex: false, autoCreate: false },
);
schema.index({ gameId: 1 }, { unique: true });
schema.index({ 'players.red._id': 1, endTime: -1 });
schema.index({ 'players.blue._id': 1, endTime: -1 });
// Counting needs no document with these.
schema.index({ 'players.red._id': 1, winner: 1 });
schema.index({ 'players.blue._id': 1, winner: 1 });

/** The archive of this connection, with its indexes in place. */
export async function openGameRecords(connection: Connection): Promise<GameRecordModel> {
  const records = connection.model<StoredGame>('GameRecord', schema);
  await records.createIndexes();
  return records;
}
