import { startService } from '@doushouqi/service-kit';
import { service } from './service.ts';

startService(service);
