import { runSuitesOnCluster } from '@doushouqi/service-kit/testing';
import { describe } from 'vitest';

runSuitesOnCluster();

describe('on a cluster', async () => {
  await import('./room-jobs.integration.test.ts');
});
describe('on a cluster', async () => {
  await import('./room-store.integration.test.ts');
});
