import { runSuitesOnCluster } from '@doushouqi/service-kit/testing';
import { describe } from 'vitest';

runSuitesOnCluster();

describe('on a cluster', async () => {
  await import('./storm.integration.test.ts');
  await import('./plays-once.integration.test.ts');
});
