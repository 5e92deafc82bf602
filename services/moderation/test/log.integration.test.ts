import { ROUTES } from '@doushouqi/protocol/server';
import { checkLog, connectMongo, type StoredLogEntry } from '@doushouqi/service-kit';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { order, testModeration } from './fixtures.ts';

const service = await testModeration();
const { internal, log, member, moderator, operator, second } = service;

/** The collection as someone with all rights in the database reaches it; the service's own connection is watched for rights. */
const connection = await connectMongo(service.storeUrl);
afterAll(() => connection.close());
const stored = connection.collection<StoredLogEntry>('operatorlog');

function check(earlier?: { n: number; hash: string }) {
  return checkLog(stored.find().sort({ _id: 1 }), earlier);
}

/** Twelve deeds of three operators at the same time. */
async function act(): Promise<void> {
  const people = await Promise.all(Array.from({ length: 4 }, () => member()));
  const deeds = people.flatMap(({ id }) =>
    [operator, second, moderator].map(({ api }) => api.impose({ body: order(id) })),
  );
  await Promise.all(deeds);
}

describe('the log', () => {
  it('numbers the deeds of several operators without a gap, also of two processes', async () => {
    const other = await service.another();
    const ids = (await Promise.all(Array.from({ length: 6 }, () => member()))).map(({ id }) => id);
    const add = (process: Pick<typeof other, 'internal'>, n: number) =>
      process.internal.call(ROUTES.addToLog, {
        body: { id: `deed-${n}`, byId: operator.id, what: '任命', userId: ids[n % 6]!, reason: '值夜班' },
      });
    const twice = Array.from({ length: 12 }, (_, n) => [add(service, n), add(other, n)]).flat();
    await Promise.all(twice);
    const entries = await log.find().sort({ _id: 1 }).lean();
    expect(entries.map(({ _id }) => _id)).toEqual(Array.from({ length: 12 }, (_, n) => n + 1));
    expect(new Set(entries.map(({ key }) => key)).size).toBe(12);
    expect(entries[0]).toMatchObject({ by: '阿山', what: '任命', person: { nickname: '花豹' } });
    expect(await check()).toMatchObject({ entries: 12, faults: [], head: { n: 12 } });
    await other.stop();
  });

  it('pages backwards, and shows the entries of a person', async () => {
    await act();
    const page = await moderator.api.listLog({ query: { before: 5 } });
    expect(page.map(({ n }) => n)).toEqual([4, 3, 2, 1]);
    const { person } = page[0]!;
    const own = await moderator.api.listLog({ query: { userId: person!.id } });
    expect(own).toHaveLength(3);
    expect(own.every((entry) => entry.person!.id === person!.id && entry.reason !== '')).toBe(true);
  });

  it('is added to by services and operators alone, with the rights of the store limited to that', async () => {
    const body = { id: 'x', byId: operator.id, what: '任命', userId: null, reason: '' };
    const refused = await service.call('POST', '/internal/log', { userId: operator.id, body });
    expect(refused.status).toBe(401);
    await internal.call(ROUTES.addToLog, { body: { ...body, byId: 'f'.repeat(24) } });
    expect((await log.find().lean())[0]).toMatchObject({ person: null, reason: '' });
  });
});

describe('a check of the chain', () => {
  let head = { n: 0, hash: '' };
  beforeEach(async () => {
    await act();
    ({ head } = await check());
  });

  it('finds nothing in an untouched log, also beside an earlier head', async () => {
    await act();
    expect(await check(head)).toMatchObject({ entries: 24, faults: [] });
  });

  it.each(['what', 'reason', 'by', 'at', 'byId', 'key'] as const)('finds a changed %s', async (field) => {
    await stored.updateOne({ _id: 5 }, { $set: { [field]: field === 'at' ? 1 : '别的' } });
    expect((await check()).faults).toEqual([{ n: 5, fault: 'changed' }]);
  });

  it('finds a changed person', async () => {
    await stored.updateOne({ _id: 5 }, { $set: { 'person.nickname': '别人' } });
    expect((await check()).faults).toEqual([{ n: 5, fault: 'changed' }]);
  });

  it('finds a removed entry, and one that was renumbered to close the gap', async () => {
    await stored.deleteOne({ _id: 5 });
    expect((await check()).faults).toEqual([{ n: 5, fault: 'missing' }]);
    const sixth = (await stored.findOne({ _id: 6 }))!;
    await stored.deleteOne({ _id: 6 });
    await stored.insertOne({ ...sixth, _id: 5 });
    expect((await check()).faults.map(({ n }) => n)).toEqual([5, 6]);
  });

  it('finds cut-off entries and a chain that was written again, by an earlier head', async () => {
    await stored.deleteOne({ _id: head.n });
    expect((await check()).faults).toEqual([]);
    expect((await check(head)).faults).toEqual([{ n: head.n, fault: 'missing' }]);
    await stored.deleteMany({});
    await act();
    expect((await check()).faults).toEqual([]);
    expect((await check(head)).faults).toEqual([{ n: head.n, fault: 'changed' }]);
  });

  it('of an empty log is fine', async () => {
    await stored.deleteMany({});
    expect(await check()).toMatchObject({ entries: 0, faults: [], head: { n: 0 } });
  });
});
