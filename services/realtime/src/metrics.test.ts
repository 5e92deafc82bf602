import { createMetrics } from '@doushouqi/service-kit';
import { expect, test } from 'vitest';
import { createRealtimeMetrics } from './metrics.ts';

test('counts moves by outcome, including accepted moves, over several reads', async () => {
  const metrics = createMetrics('realtime');
  const { moved } = createRealtimeMetrics(metrics);
  const shown = async () => {
    const text = await metrics.registry.getSingleMetricAsString('realtime_moves_total');
    return [...text.matchAll(/code="(\w+)"[^}]*\} (\d+)/g)].map(([, code, count]) => `${code} ${count}`);
  };
  moved('OK', 0.001);
  moved('OK', 0.002);
  moved('STALE_MOVE', 0.001);
  expect((await shown()).toSorted()).toEqual(['OK 2', 'STALE_MOVE 1']);
  moved('OK', 0.001);
  expect((await shown()).toSorted()).toEqual(['OK 3', 'STALE_MOVE 1']);
});

test('measures the duration of every move over several reads', async () => {
  const metrics = createMetrics('realtime');
  const { moved } = createRealtimeMetrics(metrics);
  const count = async () => {
    const text = await metrics.registry.getSingleMetricAsString('realtime_move_duration_seconds');
    return Number(/_count\{[^}]*\} (\d+)/.exec(text)?.[1]);
  };
  for (let move = 0; move < 600; move++) moved('OK', 0.004);
  expect(await count()).toBe(600);
  moved('STALE_MOVE', 0.001);
  expect(await count()).toBe(601);
});
