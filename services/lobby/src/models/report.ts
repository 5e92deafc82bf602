import { type Connection, type Model, Schema, type Types } from 'mongoose';

/** Reports are forgotten after this long. Seconds. */
const KEPT_FOR = 90 * 86_400;

/** A message that a user brought to the operators' notice; the message itself may be forgotten by then, so it is here too. */
export interface StoredReport {
  _id: Types.ObjectId;
  messageId: string;
  reporterId: string;
  /** The message, by the name under which reports were always stored. */
  line: { userId: string; nickname: string; content: string; at: Date };
  at: Date;
}

export type ReportModel = Model<StoredReport>;

const schema = new Schema<StoredReport>(
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
schema.index({ messageId: 1, reporterId: 1 }, { unique: true });
schema.index({ at: 1 }, { expireAfterSeconds: KEPT_FOR });

/** The reports on this connection, with their indexes in place. */
export async function openReports(connection: Connection): Promise<ReportModel> {
  const reports = connection.model<StoredReport>('LobbyReport', schema);
  await reports.createIndexes();
  return reports;
}
