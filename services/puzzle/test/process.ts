/** The service with the pool of the tests, as a process of its own. */
import { type Service, startService } from '@doushouqi/service-kit';
import { service } from '../src/service.ts';
import { poolOf } from './pool.ts';

startService({
  ...service,
  constants: { ...service.constants, readData: () => poolOf(60) },
} as unknown as Service);
