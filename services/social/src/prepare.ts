import { prepareStore } from '@doushouqi/service-kit';
import { openPeople } from './models/people.ts';
import { openTalks } from './models/talks.ts';

prepareStore('social', (connection) => Promise.all([openPeople(connection), openTalks(connection)]));
