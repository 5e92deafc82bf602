import { runSuitesOnCluster } from '@doushouqi/service-kit/testing';
import { describe } from 'vitest';

runSuitesOnCluster();

describe('on a cluster', async () => {
  await import('../src/authenticate.integration.test.ts');
});
describe('on a cluster', async () => {
  await import('../src/rate-limit.integration.test.ts');
});
