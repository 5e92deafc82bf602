import { type Connection, type Model, Schema, type Types } from 'mongoose';

/** Messages are forgotten after this long. Seconds. */
const MESSAGE_TTL = 7 * 86_400;

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
const MESSAGES = 'lobbylines';

export type LobbyMessageModel = Model<StoredMessage>;

const messageSchema = new Schema<StoredMessage>(
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
messageSchema.index({ userId: 1, n: -1 }, { unique: true });
messageSchema.index({ at: 1 }, { expireAfterSeconds: MESSAGE_TTL });

/** The lobby's messages on this connection, with their indexes in place. */
export async function openLobbyMessages(connection: Connection): Promise<LobbyMessageModel> {
  const messages = connection.model<StoredMessage>('LobbyMessage', messageSchema, MESSAGES);
  await messages.createIndexes();
  return messages;
}

/** Reports are forgotten after this long. Seconds. */
const REPORT_TTL = 90 * 86_400;

/** A message that a user brought to the operators' notice; the message itself may be forgotten by then, so it is here too. */
interface StoredReport {
  _id: Types.ObjectId;
  messageId: string;
  reporterId: string;
  /** The message, by the name under which reports were always stored. */
  line: { userId: string; nickname: string; content: string; at: Date };
  at: Date;
}

export type ReportModel = Model<StoredReport>;

const reportSchema = new Schema<StoredReport>(
  {
    messageId: { type: String, required: true },
    reporterId: { type: String, required: true },
    line: {
      userId: { type: String, required: true },
      nickname: { type: String, required: true },
      content: { type: String, required: true },
      at: { type: Date, required: true },
    },
    at: { type: Date, required: true },
  },
  { versionKey: false, autoIndex: false, autoCreate: false },
);
reportSchema.index({ messageId: 1, reporterId: 1 }, { unique: true });
reportSchema.index({ at: 1 }, { expireAfterSeconds: REPORT_TTL });

/** The reports on this connection, with their indexes in place. */
export async function openReports(connection: Connection): Promise<ReportModel> {
  const reports = connection.model<StoredReport>('LobbyReport', reportSchema);
  await reports.createIndexes();
  return reports;
}
