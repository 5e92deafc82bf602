import { prepareStore } from '@doushouqi/service-kit';
import { openUsers } from './models.ts';

prepareStore('auth', openUsers);
