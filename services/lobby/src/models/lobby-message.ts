import { type Connection, type Model, Schema, type Types } from 'mongoose';

/** Messages are forgotten after this long. Seconds. */
const KEPT_FOR = 7 * 86_400;

/** A message of the lobby with the name and avatar that its author had then. */
export interface StoredMessage {
  _id: Types.ObjectId;
  userId: string;
  /** Counts the messages of one author: of two that answer the same last one, only one can be stored. */
  n: number;
  nickname: string;
  avatar: string;
  content: string;
  at: Date;
}

/** Its name from when messages were called lines, so that what is stored stays readable. */
const COLLECTION = 'lobbylines';

export type LobbyMessageModel = Model<StoredMessage>;

const schema = new Schema<StoredMessage>(
  {
    userId: { type: String, required: true },
    n: { type: Number, required: true },
    nickname: { type: String, required: true },
    avatar: { type: String, required: true },
    content: { type: String, required: true },
    at: { type: Date, required: true },
  },
  // Indexes are made once, before the first request, so that a failure to make them is seen.
  { versionKey: false, autoIndex: false, autoCreate: false },
);
schema.index({ userId: 1, n: -1 }, { unique: true });
schema.index({ at: 1 }, { expireAfterSeconds: KEPT_FOR });

/** The lobby's messages on this connection, with their indexes in place. */
export async function openLobbyMessages(connection: Connection): Promise<LobbyMessageModel> {
  const messages = connection.model<StoredMessage>('LobbyMessage', schema, COLLECTION);
  await messages.createIndexes();
  return messages;
}
