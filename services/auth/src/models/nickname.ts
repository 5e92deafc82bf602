import { type Connection, type Model, Schema, type Types } from 'mongoose';

/** The account that holds all nicknames of one skeleton. Its unique key decides between registrations at one moment. */
export interface NicknameClaim {
  /** `skeletonOf` the nickname. */
  _id: string;
  userId: Types.ObjectId;
  /** When it was claimed. */
  at: Date;
}

export type NicknameModel = Model<NicknameClaim>;

const schema = new Schema<NicknameClaim>(
  {
    _id: { type: String, required: true },
    userId: { type: Schema.Types.ObjectId, required: true },
    at: { type: Date, required: true },
  },
  { versionKey: false, autoIndex: false, autoCreate: false },
);

export function openNicknames(connection: Connection): NicknameModel {
  return connection.model<NicknameClaim>('Nickname', schema, 'nicknames');
}
