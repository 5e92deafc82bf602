/** The service with short intervals, as a process of its own. */
import { type Service, startService } from '@doushouqi/service-kit';
import { service } from '../src/service.ts';

startService({
  ...service,
  constants: { ...service.constants, tickMs: 20, idleTickMs: 20, publishMs: 20, waveMs: 100 },
} as unknown as Service);
