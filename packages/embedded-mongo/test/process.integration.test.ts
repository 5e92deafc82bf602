import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Binary, Long, MongoClient, UUID } from 'mongodb';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startEmbeddedStore } from '../src/index.ts';
import { sendRaw } from './raw-client.ts';

const MAIN = join(import.meta.dirname, '../src/main.ts');

describe('the embedded store as a process', () => {
  let dir: string;
  let children: ChildProcess[] = [];
  let clients: MongoClient[] = [];
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'embedded-store-'));
  });
  afterEach(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await Promise.all(children.map(killed));
    children = [];
    clients = [];
    rmSync(dir, { recursive: true });
  });

  function launch(folder = dir, port = 0, more: Record<string, string> = {}): ChildProcess {
    const env = { ...process.env, EMBEDDED_STORE_DIR: folder, EMBEDDED_STORE_PORT: String(port), ...more };
    const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    children.push(child);
    return child;
  }

  async function killed(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  async function ready(child: ChildProcess): Promise<number> {
    const [line] = await once(child.stdout!, 'data');
    const message = JSON.parse(String(line));
    expect(message).toEqual({ ready: true, port: expect.any(Number) });
    return message.port;
  }

  /** `serverSelectionTimeoutMS`: how long a command waits for a killed process to return. */
  async function clientOf(port: number, serverSelectionTimeoutMS = 3_000): Promise<MongoClient> {
    const client = await MongoClient.connect(`mongodb://127.0.0.1:${port}`, { serverSelectionTimeoutMS });
    clients.push(client);
    return client;
  }

  /** Resolves to the exit code and the error output of a process that exits by itself. */
  async function ended(child: ChildProcess): Promise<[code: number, output: string]> {
    const [output, [code]] = await Promise.all([text(child.stderr!), once(child, 'exit')]);
    return [code as number, output];
  }

  test('every acknowledged write survives kill -9 in the middle of writing', async () => {
    const child = launch();
    const client = await clientOf(await ready(child));
    const items = client.db('d').collection<{ _id: number; n?: number }>('items');
    await items.createIndex({ n: 1 }, { unique: true });
    const acknowledged: number[] = [];
    let next = 0;
    const writer = async () => {
      for (;;) {
        const _id = next++;
        await items.insertOne({ _id, n: _id });
        acknowledged.push(_id);
        if (acknowledged.length === 300) child.kill('SIGKILL');
      }
    };
    await Promise.allSettled(Array.from({ length: 8 }, writer));
    expect(acknowledged.length).toBeGreaterThanOrEqual(300);

    const again = await clientOf(await ready(launch()));
    const stored = await again.db('d').collection<{ _id: number }>('items').distinct('_id');
    expect(acknowledged.filter((id) => !stored.includes(id))).toEqual([]);
    const duplicate = again
      .db('d')
      .collection<{ _id: number; n: number }>('items')
      .insertOne({ _id: -1, n: 0 });
    await expect(duplicate).rejects.toMatchObject({ code: 11000 });
  });

  test('has the reply to a retryable write and a commit after kill -9', async () => {
    const lsid = { id: new Binary(new UUID().buffer, 4) };
    const update = {
      update: 'c',
      updates: [{ q: { _id: 1 }, u: { $inc: { n: 1 } }, upsert: true }],
      lsid,
      txnNumber: Long.fromNumber(1),
    };
    const commit = {
      commitTransaction: 1,
      lsid: { id: new Binary(new UUID().buffer, 4) },
      txnNumber: Long.fromNumber(7),
      autocommit: false,
    };
    const child = launch();
    const url = `mongodb://127.0.0.1:${await ready(child)}`;
    const { commitTransaction: _, ...ids } = commit;
    expect(await sendRaw(url, 'd', update)).toMatchObject({ n: 1, upserted: [{ _id: 1 }] });
    await sendRaw(url, 'd', { insert: 'c', documents: [{ _id: 2 }], ...ids, startTransaction: true });
    expect(await sendRaw(url, 'admin', commit)).toMatchObject({ ok: 1 });
    await killed(child);

    const port = await ready(launch());
    const again = `mongodb://127.0.0.1:${port}`;
    expect(await sendRaw(again, 'd', update)).toMatchObject({ n: 1, upserted: [{ _id: 1 }] });
    expect(await sendRaw(again, 'admin', commit)).toMatchObject({ ok: 1 });
    const client = await clientOf(port);
    expect(await client.db('d').collection('c').find().toArray()).toEqual([{ _id: 1, n: 1 }, { _id: 2 }]);
  });

  test('exits if the disk refuses a write, and has only acknowledged writes after the restart', async () => {
    // A limit on file sizes (in KiB) simulates a full disk.
    const script = `ulimit -f 2000; exec "${process.execPath}" "${MAIN}"`;
    const env = { ...process.env, EMBEDDED_STORE_DIR: dir, EMBEDDED_STORE_PORT: '0' };
    const child = spawn('bash', ['-c', script], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    children.push(child);
    const end = ended(child);
    const url = `mongodb://127.0.0.1:${await ready(child)}`;
    let acknowledged = 0;
    const fill = async () => {
      for (;;) {
        await sendRaw(url, 'd', {
          insert: 'c',
          documents: [{ _id: acknowledged, text: 'x'.repeat(50_000) }],
        });
        acknowledged++;
      }
    };
    await Promise.race([fill().catch(() => undefined), end]);
    expect(await end).toEqual([1, expect.stringMatching(/^embedded store: .*\n$/)]);
    expect(acknowledged).toBeGreaterThan(10);
    const client = await clientOf(await ready(launch()));
    expect(await client.db('d').collection('c').countDocuments()).toBe(acknowledged);
  });

  test('a driver survives kill -9 and a restart: no update is lost or applied twice', async () => {
    let child = launch();
    const port = await ready(child);
    // On a busy machine the restart takes longer than 3 s.
    const client = await clientOf(port, 60_000);
    const items = client.db('d').collection<{ _id: number; n: number }>('items');
    await items.insertOne({ _id: 1, n: 0 });
    const restart = async () => {
      await killed(child);
      child = launch(dir, port);
      await ready(child);
    };
    let restarted: Promise<void> | undefined;
    const seen: number[] = [];
    let failed = 0;
    const writer = async () => {
      for (let i = 0; i < 60; i++) {
        try {
          const doc = await items.findOneAndUpdate(
            { _id: 1 },
            { $inc: { n: 1 } },
            { returnDocument: 'after' },
          );
          seen.push(doc!.n);
        } catch {
          // The driver resends one of the interrupted updates and reports the others.
          failed++;
        }
        if (seen.length >= 100) restarted ??= restart();
      }
    };
    await Promise.all([writer(), writer(), writer(), writer()]);
    await restarted;
    expect(failed).toBeLessThan(4);
    expect(new Set(seen).size).toBe(seen.length);
    const { n } = (await items.findOne())!;
    expect(n).toBeGreaterThanOrEqual(seen.length);
    expect(n).toBeLessThanOrEqual(seen.length + failed);
  });

  test('SIGTERM ends it in order, and a restart has all data and indexes', async () => {
    const child = launch();
    const client = await clientOf(await ready(child));
    const items = client.db('d').collection<{ _id: number; a: number }>('items');
    await items.createIndex({ a: 1 }, { unique: true, name: 'own' });
    await client.db('d').collection('gone').insertOne({ a: 1 });
    await client.db('d').collection('gone').drop();
    await items.insertOne({ _id: 1, a: 1 });
    child.kill('SIGTERM');
    expect((await ended(child))[0]).toBe(0);
    const again = (await clientOf(await ready(launch()))).db('d');
    expect(await again.collection('items').find().toArray()).toEqual([{ _id: 1, a: 1 }]);
    expect((await again.collection('items').indexes()).map(({ name }) => name)).toEqual(['_id_', 'own']);
    expect(await again.listCollections().toArray()).toHaveLength(1);
  });

  test('a folder in use, a damaged file or a port in use: one line, exit 1, nothing changed', async () => {
    const child = launch();
    const port = await ready(child);
    const [busyCode, busy] = await ended(launch());
    expect([busyCode, busy.trim().split('\n')]).toEqual([
      1,
      [expect.stringContaining('in use by another process')],
    ]);

    const client = await clientOf(port);
    await client
      .db('d')
      .collection('c')
      .insertMany(Array.from({ length: 500 }, (_, i) => ({ i, text: 'x'.repeat(500) })));
    await client.close();
    child.kill('SIGTERM');
    await once(child, 'exit');
    const file = join(dir, 'store.sqlite');
    for (const damage of ['garbage', 'truncated', 'holes'] as const) {
      const folder = join(dir, damage);
      cpSync(file, join(folder, 'store.sqlite'));
      const copy = join(folder, 'store.sqlite');
      const bytes = readFileSync(copy);
      if (damage === 'garbage') writeFileSync(copy, 'this is a text file and not a database');
      if (damage === 'truncated') truncateSync(copy, 40_960);
      if (damage === 'holes') writeFileSync(copy, bytes.fill(0xaa, 8192, bytes.length - 4096));
      const before = readFileSync(copy);
      const [code, output] = await ended(launch(folder));
      expect([damage, code, output.trim().split('\n')]).toEqual([
        damage,
        1,
        [expect.stringContaining('damaged')],
      ]);
      expect(readFileSync(copy).equals(before)).toBe(true);
    }
  });

  test('a damaged log of acknowledged writes: one line with a remedy, exit 1, nothing changed', async () => {
    const child = launch();
    const items = (await clientOf(await ready(child))).db('d').collection<{ _id: number; text: string }>('c');
    for (let _id = 0; _id < 20; _id++) await items.insertOne({ _id, text: 'x'.repeat(9_000) });
    await killed(child);
    const log = join(dir, 'store.sqlite-wal');
    const bytes = readFileSync(log);
    const middle = Math.floor(bytes.length / 2);
    bytes[middle]! ^= 1;
    writeFileSync(log, bytes);
    const file = readFileSync(join(dir, 'store.sqlite'));

    const [code, output] = await ended(launch());
    expect(code).toBe(1);
    const [line, ...more] = output.trim().split('\n');
    expect(more).toEqual([]);
    expect(line).toMatch(/store\.sqlite-wal is damaged \(from byte \d+ on, before a later commit\)/);
    expect(readFileSync(log).equals(bytes)).toBe(true);
    expect(readFileSync(join(dir, 'store.sqlite')).equals(file)).toBe(true);

    truncateSync(log, Number(/byte (\d+)/.exec(line!)![1]));
    const again = await clientOf(await ready(launch()));
    const stored = await again.db('d').collection<{ _id: number }>('c').distinct('_id');
    expect(stored.length).toBeGreaterThan(5);
    expect(stored).toEqual(Array.from({ length: stored.length }, (_, i) => i));
  });

  test('binds to another address than loopback only if configured', async () => {
    const port = await ready(launch(dir, 0, { EMBEDDED_STORE_HOST: '0.0.0.0' }));
    const client = await MongoClient.connect(`mongodb://127.0.0.2:${port}`, {
      serverSelectionTimeoutMS: 3000,
    });
    clients.push(client);
    expect(await client.db('admin').command({ ping: 1 })).toMatchObject({ ok: 1 });
  });

  test('accepts only loopback addresses, and no credentials', async () => {
    await expect(startEmbeddedStore({ dir: null, port: 0, host: '0.0.0.0' })).rejects.toThrow(/loopback/);
    const store = await startEmbeddedStore({ dir: null, port: 0 });
    const withUser = new MongoClient(store.url.replace('//', '//user:secret@'), {
      serverSelectionTimeoutMS: 1000,
    });
    await expect(withUser.connect()).rejects.toThrow(/no users/);
    await withUser.close();
    await expect(startEmbeddedStore({ dir: null, port: store.port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
    await store.stop();
  });

  test.each<[string, Buffer]>([
    ['a length above the limit', Buffer.from('ffffff7f00000000000000000dd07000', 'hex')],
    ['a negative length', Buffer.from('ffffffff0000000000000000dd070000', 'hex')],
    ['an HTTP request', Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')],
    ['an unknown opcode', Buffer.from('1000000000000000000000002a000000', 'hex')],
    [
      'a section beyond the message',
      Buffer.from('1a0000000000000000000000dd0700000000000000ff000000'.padEnd(52, '0'), 'hex'),
    ],
    ['a message without a section', Buffer.from('140000000000000000000000dd07000000000000', 'hex')],
  ])('%s closes only the affected connection', async (_title, bytes) => {
    const store = await startEmbeddedStore({ dir: null, port: 0 });
    const client = await clientOf(store.port);
    const socket = connect(store.port, '127.0.0.1');
    socket.write(bytes);
    await once(socket, 'close');
    expect(await client.db('admin').command({ ping: 1 })).toMatchObject({ ok: 1 });
    await client.close();
    await store.stop();
  });
});
