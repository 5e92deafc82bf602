import { createPodAnnotator, readClusterConfig } from '@doushouqi/service-kit/kubernetes';
import {
  FakeApiServer,
  type TestKubeconfig,
  writeKubeconfig,
} from '@doushouqi/service-kit/testing/kubernetes';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DELETION_COST, DeletionCost } from '../src/deletion-cost.ts';

let server: FakeApiServer;
let kubeconfig: TestKubeconfig;
let outcomes: string[];
let cost: DeletionCost | undefined;
let [connections, now] = [0, 0];

beforeEach(async () => {
  [connections, now, outcomes] = [0, 0, []];
  server = new FakeApiServer();
  await server.start();
  server.accept(['token']);
  server.addPod('games', 'realtime-a');
  kubeconfig = await writeKubeconfig(server.url, 'token');
});

afterEach(async () => {
  cost?.stop();
  await server.stop();
  await kubeconfig.remove();
});

function start(): void {
  cost = new DeletionCost({
    annotate: createPodAnnotator({
      config: readClusterConfig(kubeconfig.path),
      namespace: 'games',
      pod: 'realtime-a',
    }),
    connections: () => connections,
    onWritten: (outcome) => outcomes.push(outcome),
    now: () => now,
    lookMs: 5,
  });
}
function written(): string | undefined {
  return server.annotationsOf('games', 'realtime-a')?.[DELETION_COST];
}
async function writtenBecomes(value: string): Promise<void> {
  await expect.poll(written).toBe(value);
}

test('writes the number of connections to the pod, at most once a minute', async () => {
  start();
  await expect.poll(() => outcomes).toEqual(['written']);
  expect(written()).toBe('0');
  connections = 250;
  now = 60_000;
  await writtenBecomes('250');
  await expect.poll(() => outcomes).toEqual(['written', 'written']);
  expect(server.seen.map(({ method, path }) => `${method} ${path}`)).toEqual(
    Array(2).fill('PATCH /api/v1/namespaces/games/pods/realtime-a'),
  );
});

test('retries later when the API server refuses or is unavailable, without other failures', async () => {
  server.refusePatchesWith = 403;
  connections = 30;
  start();
  await expect.poll(() => outcomes).toEqual(['failed']);
  await server.stop();
  now = 60_000;
  await expect.poll(() => outcomes).toEqual(['failed', 'failed']);
  server.refusePatchesWith = undefined;
  await server.start();
  now = 200_000;
  await writtenBecomes('30');
});
