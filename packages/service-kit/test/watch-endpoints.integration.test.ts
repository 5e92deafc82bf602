import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readClusterConfig, type ServiceEndpoint, watchEndpoints } from '../src/kubernetes/index.ts';
import { FakeApiServer, sliceOf, type TestKubeconfig, writeKubeconfig } from '../testing/kubernetes/index.ts';

const A = { name: 'realtime-a', address: '10.0.0.1' };
const B = { name: 'realtime-b', address: '10.0.0.2' };

let server: FakeApiServer;
let kubeconfig: TestKubeconfig;
let seen: (readonly ServiceEndpoint[])[];
let failures: string[];
let stop: () => void;

beforeEach(async () => {
  server = new FakeApiServer();
  await server.start();
  server.accept(['first']);
  kubeconfig = await writeKubeconfig(server.url, 'first');
  [seen, failures, stop] = [[], [], () => undefined];
});

afterEach(async () => {
  stop();
  await server.stop();
  await kubeconfig.remove();
});

/** Watches; retries failures within milliseconds. */
function watch(): void {
  const watching = watchEndpoints({
    config: readClusterConfig(kubeconfig.path),
    namespace: 'games',
    service: 'realtime',
    onChange: (endpoints) => seen.push(endpoints),
    onFailure: (reason) => failures.push(reason),
    random: () => 0,
  });
  stop = () => watching.stop();
}
/** Watches and waits for the first list and its watch. */
async function watchOpen(): Promise<void> {
  watch();
  await server.nextRequest({ watch: true });
}
function podsNow(): string[] | undefined {
  return seen.at(-1)?.map(({ pod }) => pod);
}
async function podsBecome(...pods: string[]): Promise<void> {
  await expect.poll(podsNow).toEqual(pods);
}
function lists(): number {
  return server.seen.filter(({ query, status }) => query.watch === undefined && status === 200).length;
}
function watches() {
  return server.seen.filter(({ query }) => query.watch === 'true');
}

describe('list, then watch', () => {
  test('reports added, changed and removed pods of this service alone', async () => {
    server.apply(sliceOf('s1', [A]));
    server.apply(sliceOf('other', [{ name: 'auth-a', address: '10.0.0.7' }], { service: 'auth' }));
    await watchOpen();
    await podsBecome('realtime-a');
    server.apply(sliceOf('s2', [B]));
    await podsBecome('realtime-a', 'realtime-b');
    server.apply(sliceOf('s2', [{ ...B, terminating: true }]));
    await expect.poll(() => seen.at(-1)?.[1]).toMatchObject({ pod: 'realtime-b', isOpen: false });
    server.apply(sliceOf('auth-2', [{ name: 'auth-b', address: '10.0.0.8' }], { service: 'auth' }));
    server.remove('games', 's2');
    await podsBecome('realtime-a');
    expect(lists()).toBe(1);
    expect(failures).toEqual([]);
  });

  test('reports an empty list for a service without pods', async () => {
    watch();
    await podsBecome();
    expect(seen).toEqual([[]]);
  });

  test('reports nothing before a slow list arrives', async () => {
    server.apply(sliceOf('s1', [A]));
    const release = server.holdLists();
    watch();
    server.apply(sliceOf('s2', [B]));
    expect(seen).toEqual([]);
    release();
    await podsBecome('realtime-a', 'realtime-b');
  });

  test('reports the last state of a burst of changes', async () => {
    await watchOpen();
    for (let n = 0; n < 500; n += 1) server.apply(sliceOf('s1', n % 2 === 0 ? [A] : [A, B]));
    server.apply(sliceOf('s1', [B]));
    await podsBecome('realtime-b');
    expect(lists()).toBe(1);
  });
});

describe('a watch that breaks', () => {
  test.each(['end', 'cut'] as const)('by %s resumes from its version without a new list', async (how) => {
    server.apply(sliceOf('s1', [A]));
    await watchOpen();
    await podsBecome('realtime-a');
    server.dropWatches(how);
    server.apply(sliceOf('s2', [B]));
    await podsBecome('realtime-a', 'realtime-b');
    expect(lists()).toBe(1);
    expect(watches().at(-1)?.query.resourceVersion).toBe('101');
  });

  test('resumes from the last bookmark', async () => {
    server.apply(sliceOf('s1', [A]));
    await watchOpen();
    for (let n = 0; n < 40; n += 1) server.touch();
    server.sendBookmarks();
    // The history up to the bookmark has expired; a watch that received it misses nothing.
    server.compact();
    server.dropWatches('end');
    await server.nextRequest({ watch: true });
    expect(watches().at(-1)).toMatchObject({ status: 200, query: { resourceVersion: '141' } });
    expect(lists()).toBe(1);
  });

  test.each(['status', 'event'] as const)('lists again after 410 Gone as %s', async (goneAs) => {
    server.goneAs = goneAs;
    server.apply(sliceOf('s1', [A]));
    server.apply(sliceOf('s2', [B]));
    await watchOpen();
    await podsBecome('realtime-a', 'realtime-b');
    server.dropWatches('end');
    server.remove('games', 's1');
    server.compact();
    await podsBecome('realtime-b');
    expect(lists()).toBe(2);
    server.apply(sliceOf('s1', [A]));
    await podsBecome('realtime-a', 'realtime-b');
  });
});

describe('an unavailable server', () => {
  test('leaves the last endpoints in place and is retried until it returns', async () => {
    server.apply(sliceOf('s1', [A]));
    await watchOpen();
    await podsBecome('realtime-a');
    await server.stop();
    await expect.poll(() => failures.length).toBeGreaterThan(1);
    expect(podsNow()).toEqual(['realtime-a']);
    server.apply(sliceOf('s2', [B]));
    await server.start();
    await podsBecome('realtime-a', 'realtime-b');
    expect(seen).toHaveLength(2);
  });

  test('at startup is retried until it is available', async () => {
    await server.stop();
    watch();
    await expect.poll(() => failures.length).toBeGreaterThan(0);
    server.apply(sliceOf('s1', [A]));
    await server.start();
    await podsBecome('realtime-a');
  });

  test('is not retried after stop', async () => {
    await watchOpen();
    stop();
    await expect.poll(() => server.openWatches).toBe(0);
    server.apply(sliceOf('s1', [A]));
    expect(podsNow()).toEqual([]);
    expect(failures).toEqual([]);
  });
});

describe('the token', () => {
  test('is read again for the next request after it was replaced', async () => {
    server.apply(sliceOf('s1', [A]));
    await watchOpen();
    await kubeconfig.writeToken('second');
    server.accept(['second']);
    server.apply(sliceOf('s2', [B]));
    server.dropWatches('end');
    await podsBecome('realtime-a', 'realtime-b');
    expect(server.seen.filter(({ status }) => status === 401)).toEqual([]);
  });

  test('is retried if the server refuses it', async () => {
    server.apply(sliceOf('s1', [A]));
    await watchOpen();
    await podsBecome('realtime-a');
    server.accept(['second']);
    server.dropWatches('end');
    await server.nextRequest({ status: 401 });
    expect(podsNow()).toEqual(['realtime-a']);
    await expect.poll(() => failures).toContain('HTTP 401');
    server.apply(sliceOf('s2', [B]));
    await kubeconfig.writeToken('second');
    await podsBecome('realtime-a', 'realtime-b');
  });

  test('may be missing for a moment without ending the process', async () => {
    watch();
    await podsBecome();
    await kubeconfig.removeToken();
    server.dropWatches('end');
    await expect.poll(() => failures.at(-1)).toMatch(/ENOENT/);
    server.apply(sliceOf('s1', [A]));
    await kubeconfig.writeToken('first');
    await podsBecome('realtime-a');
  });
});
