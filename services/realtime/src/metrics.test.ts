import { createMetrics } from '@doushouqi/service-kit';
import { expect, test } from 'vitest';
import { createRealtimeMetrics } from './metrics.ts';

test('moves are counted by outcome, accepted ones too, however often the metrics are read', async () => {
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
