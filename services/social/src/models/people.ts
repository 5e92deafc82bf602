import { type Connection, type Model, Schema } from 'mongoose';

/** Two users are friends; `_id` is `pairOf` them, so they are so once. Times in epoch ms, here and below. */
export interface StoredFriendship {
  _id: string;
  users: string[];
  since: number;
}

/** `from` waits for the answer of `to`; `_id` is `towards(from, to)`. */
export interface StoredRequest {
  _id: string;
  from: string;
  to: string;
  at: number;
}

/** `by` wants to hear no more of `whom`; `_id` is `towards(by, whom)`. Blocks and friendships exclude each other. */
export interface StoredBlock {
  _id: string;
  by: string;
  whom: string;
  at: number;
}

export interface People {
  friendships: Model<StoredFriendship>;
  requests: Model<StoredRequest>;
  blocks: Model<StoredBlock>;
}

// Indexes are made once, before the first request, so that a failure to make them is seen.
const OPTIONS = { versionKey: false, autoIndex: false, autoCreate: false } as const;
const text = { type: String, required: true } as const;
const time = { type: Number, required: true } as const;

const friendship = new Schema<StoredFriendship>(
  { _id: text, users: { type: [String], required: true }, since: time },
  OPTIONS,
);
friendship.index({ users: 1 });

const request = new Schema<StoredRequest>({ _id: text, from: text, to: text, at: time }, OPTIONS);
request.index({ to: 1, at: -1 });
request.index({ from: 1, at: -1 });

const block = new Schema<StoredBlock>({ _id: text, by: text, whom: text, at: time }, OPTIONS);
block.index({ by: 1, at: -1 });

/** Who is what to whom on this connection, with the indexes in place. */
export async function openPeople(connection: Connection): Promise<People> {
  const people: People = {
    friendships: connection.model<StoredFriendship>('Friendship', friendship),
    requests: connection.model<StoredRequest>('FriendRequest', request),
    blocks: connection.model<StoredBlock>('Block', block),
  };
  await Promise.all(Object.values(people).map((model) => model.createIndexes()));
  return people;
}
