/** For `node --import`, before an entry file of a service: traces wrap what is loaded after them. */
import { serviceOfEntry } from './service-name.ts';
import { startTracing } from './start.ts';

const service = serviceOfEntry(process.argv[1] ?? '');
if (service !== null) startTracing(service);
