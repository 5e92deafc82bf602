import { EventEmitter } from 'node:events';
import type { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { adapterSubscriber } from './adapter-subscriber.ts';
import { type Gap, RedisConnection } from './redis-connection.ts';

async function nothing(): Promise<void> {}

/** A fake client with scripted replies. */
class FakeClient extends EventEmitter {
  status = 'ready';
  process = 'first';
  asked: string[] = [];
  answer: () => Promise<void> = async () => undefined;
  ssubscribe(channel: string) {
    this.asked.push(`+${channel}`);
    return this.answer();
  }
  sunsubscribe(channel: string) {
    this.asked.push(`-${channel}`);
    return this.answer();
  }
  async info() {
    return `run_id:${this.process}\r\nmaster_replid:1\r\n`;
  }
  break() {
    this.status = 'reconnecting';
    this.asked = [];
    this.emit('close');
  }
  comeBack() {
    this.status = 'ready';
    this.emit('ready');
  }
}

let client: FakeClient;
let connection: RedisConnection;
let failures: unknown[];
let restored: number;
let gaps: ReadonlyMap<string, Gap>;
const received: string[] = [];
function listener(message: Buffer, channel: string): void {
  received.push(`${channel} ${message}`);
}
function flush() {
  return vi.advanceTimersByTimeAsync(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  client = new FakeClient();
  failures = [];
  received.length = 0;
  restored = 0;
  connection = new RedisConnection(client as unknown as Redis, (error, channel) =>
    failures.push([error, channel]),
  );
  connection.on('restored', (now) => {
    restored += 1;
    gaps = now;
  });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a channel', () => {
  test('delivers to each subscriber until it unsubscribes', async () => {
    await connection.subscribe('a', listener, nothing);
    connection.follow('b', listener);
    for (const channel of ['a', 'b', 'c'])
      client.emit('smessageBuffer', Buffer.from(channel), Buffer.from('1'));
    connection.unsubscribe('a');
    client.emit('smessageBuffer', Buffer.from('a'), Buffer.from('2'));
    expect([received, client.asked]).toEqual([
      ['a 1', 'b 1'],
      ['+a', '+b', '-a'],
    ]);
  });

  test('sends the read right after the subscription, in the same turn', async () => {
    let asked: string[] = [];
    const subscribing = connection.subscribe('a', listener, async () => {
      asked = [...client.asked];
      return 'read';
    });
    expect(asked).toEqual(['+a']);
    expect(await subscribing).toBe('read');
  });

  test('isolates a listener that throws', async () => {
    const broken = new Error('broken');
    const fail = () => {
      throw broken;
    };
    await connection.subscribe('a', fail, nothing);
    await connection.subscribe('b', listener, nothing);
    for (const channel of ['a', 'b']) client.emit('smessageBuffer', Buffer.from(channel), Buffer.from('1'));
    expect([received, failures]).toEqual([['b 1'], [[broken, 'a']]]);
  });

  test('rejects a subscription with a waiting caller at once while Redis is unavailable', async () => {
    client.break();
    await expect(connection.subscribe('a', listener, nothing)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(client.asked).toEqual([]);
  });

  test('retries a subscription without a waiting caller until it works', async () => {
    client.answer = () => Promise.reject(new Error('no'));
    connection.follow('a', listener);
    await flush();
    expect([failures.length, connection.pending()]).toEqual([1, 1]);
    client.answer = async () => undefined;
    await vi.advanceTimersByTimeAsync(1_000);
    expect([client.asked, connection.pending()]).toEqual([['+a', '+a'], 0]);
  });

  test('does not retry a subscription after unsubscribe', async () => {
    client.answer = () => Promise.reject(new Error('no'));
    connection.follow('a', listener);
    await flush();
    connection.unsubscribe('a');
    await vi.advanceTimersByTimeAsync(5_000);
    expect([client.asked, connection.pending()]).toEqual([['+a', '-a'], 0]);
  });
});

describe('after an outage', () => {
  test('subscribes to every channel once after a reconnect, and only then notifies the listeners', async () => {
    await connection.subscribe('a', listener, nothing);
    connection.follow('b', listener);
    await flush();
    client.break();
    connection.follow('c', listener);
    connection.unsubscribe('b');
    const answers: (() => void)[] = [];
    client.answer = () => new Promise((resolve) => answers.push(resolve));
    client.comeBack();
    await flush();
    expect([client.asked, restored]).toEqual([['+a', '+c'], 0]);
    for (const answer of answers) answer();
    await flush();
    expect([restored, connection.pending()]).toEqual([1, 0]);
  });

  test('subscribes again after a second outage during the first reconnect', async () => {
    await connection.subscribe('a', listener, nothing);
    client.break();
    client.answer = () => Promise.reject(new Error('away again'));
    client.comeBack();
    client.break();
    await flush();
    expect(restored).toBe(0);
    client.answer = async () => undefined;
    client.comeBack();
    await vi.advanceTimersByTimeAsync(1_000);
    expect([client.asked.at(-1), restored]).toEqual(['+a', 1]);
  });

  test('retries a failed subscription and notifies no listener before it works', async () => {
    await connection.subscribe('a', listener, nothing);
    client.break();
    client.answer = () => Promise.reject(new Error('too slow'));
    client.comeBack();
    await flush();
    expect([failures.length, restored]).toEqual([1, 0]);
    client.answer = async () => undefined;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(restored).toBe(1);
  });
});

describe('the cause of a gap', () => {
  async function outage(): Promise<void> {
    await connection.subscribe('a', listener, nothing);
    await flush();
    client.break();
    await vi.advanceTimersByTimeAsync(700);
  }

  test('is an outage with a name and a length when another process answers', async () => {
    await outage();
    client.process = 'second';
    client.comeBack();
    await flush();
    expect(gaps).toEqual(new Map([['a', { ms: expect.closeTo(700, -2), outage: 'second-1' }]]));
  });

  test('is no outage when the same process answers', async () => {
    await outage();
    client.comeBack();
    await flush();
    expect(gaps.get('a')?.outage).toBeNull();
  });
});

test('subscribes as soon as a connecting client is ready', async () => {
  client.status = 'connecting';
  connection = new RedisConnection(client as unknown as Redis, () => undefined);
  connection.follow('a', listener);
  await flush();
  expect(client.asked).toEqual([]);
  client.comeBack();
  await flush();
  expect(client.asked).toEqual(['+a']);
});

test('subscribes the adapter to its own channels, user channels and the lobby, but to no game room', async () => {
  const subscriber = adapterSubscriber(connection);
  const channels = ['socket.io#/#', 'socket.io#/#0a1b#', 'socket.io#/#user:u#', 'socket.io#/#lobby#'];
  for (const channel of [...channels, 'socket.io#/#room:R1#']) subscriber.sSubscribe(channel, listener);
  for (const channel of ['socket.io#/#room:R1#', 'socket.io#/#user:u#']) subscriber.sUnsubscribe(channel);
  await flush();
  expect(client.asked).toEqual([...channels.map((channel) => `+${channel}`), '-socket.io#/#user:u#']);
});
