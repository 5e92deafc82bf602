import { Types } from 'mongoose';
import { afterAll, expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { startTestStore } from '../testing/store.ts';
import { type DocumentOf, defineCollection, openCollections } from './collections.ts';
import { connectMongo } from './mongo.ts';

const store = await startTestStore();
const connection = await connectMongo(store.url);
afterAll(async () => {
  await connection.close();
  await store.stop();
});

const games = defineCollection(
  'finished',
  z.object({
    _id: z.instanceof(Types.ObjectId).default(() => new Types.ObjectId()),
    kind: z.enum(['fast', 'slow']),
    winner: z.union([z.literal(-1), z.literal(1)]),
    players: z.tuple([z.string(), z.string()]),
    red: z.object({ _id: z.string().nullable().default(null), rating: z.number() }),
    moves: z.array(z.object({ at: z.date(), isForced: z.literal(true).exactOptional() })),
    labels: z.array(z.string()),
    notes: z.array(z.string()).exactOptional(),
    settings: z.object({ theme: z.string() }).default({ theme: 'plain' }),
    key: z.instanceof(Buffer).exactOptional(),
    anything: z.custom<{ a: number }>().exactOptional(),
  }),
  [[{ kind: 1, winner: -1 }], [{ winner: 1 }, { unique: true }]],
);
const { games: model } = await openCollections(connection, { games });

test('stores the fields of the schema and its defaults, and nothing else', async () => {
  expectTypeOf<DocumentOf<typeof games>['notes']>().toEqualTypeOf<string[] | undefined>();
  const at = new Date(1_800_000_000_000);
  const given = {
    kind: 'fast' as const,
    winner: 1 as const,
    players: ['a', 'b'] as [string, string],
    moves: [{ at, isForced: true as const }],
    key: Buffer.from('k'),
    anything: { a: 1 },
  };
  const extra = { unknown: 1, red: { rating: 1_500, username: 'u' } };
  const { _id } = await model.create({ ...given, ...extra } as never);
  const { key, ...found } = (await model.collection.findOne({ _id }))!;
  expect({ ...found, key: key.toString() }).toEqual({
    ...given,
    _id,
    key: 'k',
    red: { _id: null, rating: 1_500 },
    labels: [],
    settings: { theme: 'plain' },
  });
});

test('refuses a document without a field that it needs', async () => {
  await expect(model.create({ kind: 'slow', winner: -1 } as never)).rejects.toThrow('`red` is required');
});

test('makes the indexes of the collection', async () => {
  expect(await model.collection.indexes()).toMatchObject([
    { key: { _id: 1 } },
    { key: { kind: 1, winner: -1 } },
    { key: { winner: 1 }, unique: true },
  ]);
});
