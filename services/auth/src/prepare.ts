import { prepareStore } from '@doushouqi/service-kit';
import { openUsers } from './models/user.ts';

prepareStore('auth', openUsers);
