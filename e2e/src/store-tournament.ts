import { randomBytes } from 'node:crypto';
import { MongoClient } from 'mongodb';

/** A stored tournament as far as tests set it; see the models of the tournament service. */
export interface TournamentSeed {
  name?: string;
  kind: 'arena' | 'swiss';
  rated?: boolean;
  hasBots?: boolean;
  checkIn?: boolean;
  /** Epoch ms. */
  startsAt?: number;
  minutes?: number | null;
  rounds?: number | null;
  /** Milliseconds. */
  breakMs?: number;
  isPrivate?: boolean;
  password?: string;
}

type Stored = { _id: string; startsAt: number };

/** Works on the stored tournaments of a product, which no call starts at any time. */
async function inStore<T>(mongodbUrl: string, work: (mongo: MongoClient) => Promise<T>): Promise<T> {
  const mongo = await new MongoClient(mongodbUrl).connect();
  try {
    return await work(mongo);
  } finally {
    await mongo.close();
  }
}

function tournamentsOf(mongo: MongoClient) {
  return mongo.db().collection<Stored>('tournaments');
}

/** Stores a rated tournament of 5 + 3, open to all. Resolves to its id. May be repeated after a lost reply. */
export async function storeTournament(
  mongodbUrl: string,
  seed: TournamentSeed,
  _id = `${seed.kind}-${randomBytes(4).toString('hex')}`,
): Promise<string> {
  const stored = {
    ...{ slot: _id, name: '风雨无阻', description: '', rated: true, levels: null },
    ...{
      timeControl: { initial: 5, increment: 3 },
      isPrivate: false,
      hasBots: false,
      createdBy: null,
      series: null,
    },
    ...{ startsAt: Date.now(), minutes: null, rounds: null, checkIn: false, breakMs: 60_000 },
    ...{ revision: 0, startedAt: null, cancelledAt: null, deleteAt: null },
    ...{ endedAt: null, champion: null, round: 0, players: 0, standings: [] },
    ...seed,
  };
  await inStore(mongodbUrl, (mongo) =>
    tournamentsOf(mongo).updateOne({ _id }, { $setOnInsert: stored }, { upsert: true }),
  );
  return _id;
}

/** Moves the start of a stored tournament, and with it the end of an arena. `startsAt`: epoch ms. */
export async function moveTournament(mongodbUrl: string, _id: string, startsAt: number): Promise<void> {
  await inStore(mongodbUrl, (mongo) => tournamentsOf(mongo).updateOne({ _id }, { $set: { startsAt } }));
}
