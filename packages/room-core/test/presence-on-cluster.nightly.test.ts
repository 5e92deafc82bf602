import { runSuitesOnCluster } from '@doushouqi/service-kit/testing';
import { describe } from 'vitest';

runSuitesOnCluster();

describe('on a cluster', async () => {
  await import('./presence.integration.test.ts');
});
describe('on a cluster', async () => {
  await import('./online.integration.test.ts');
});
