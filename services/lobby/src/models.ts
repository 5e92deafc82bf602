import type { Reported } from '@doushouqi/protocol';
import { type Connection, type Model, Schema, type Types } from 'mongoose';

/** Life of a message. Seconds. */
const MESSAGE_TTL = 7 * 86_400;

/** A lobby message with the nickname and avatar of its author at that time. */
export interface StoredMessage {
  _id: Types.ObjectId;
  userId: string;
  /** Number of the message among its author's; unique, so of two concurrent messages one is stored. */
  n: number;
  nickname: string;
  avatar: string;
  content: string;
  at: Date;
}

/** The collection's old name, so that stored messages stay readable. */
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
  // Indexes are created before the first request, so that a failure stops the start.
  { versionKey: false, autoIndex: false, autoCreate: false },
);
messageSchema.index({ userId: 1, n: -1 }, { unique: true });
messageSchema.index({ at: 1 }, { expireAfterSeconds: MESSAGE_TTL });

/** Opens the lobby messages of a connection with their indexes. */
export async function openLobbyMessages(connection: Connection): Promise<LobbyMessageModel> {
  const messages = connection.model<StoredMessage>('LobbyMessage', messageSchema, MESSAGES);
  await messages.createIndexes();
  return messages;
}

/** Life of a report. Seconds. */
const REPORT_TTL = 90 * 86_400;

/** A reported text, name or avatar, copied because it may expire or change first. */
export interface StoredReport {
  _id: Types.ObjectId;
  /** Key of the subject, under the name that stored reports use. */
  messageId: string;
  /** Absent in old reports, which are of lobby lines. */
  kind?: Reported['kind'];
  reporterId: string;
  /** The copy, under the name that stored reports use. */
  line: { userId: string; nickname: string; content: string; at: Date };
  at: Date;
}

export type ReportModel = Model<StoredReport>;

const reportSchema = new Schema<StoredReport>(
  {
    messageId: { type: String, required: true },
    kind: { type: String },
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

/** Opens the reports of a connection with their indexes. */
export async function openReports(connection: Connection): Promise<ReportModel> {
  const reports = connection.model<StoredReport>('LobbyReport', reportSchema);
  await reports.createIndexes();
  return reports;
}
