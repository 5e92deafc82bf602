/** For `node --import`, before a service's entry file: tracing can wrap only modules that are loaded after it. */
import { serviceOfEntry } from './service-name.ts';
import { startTracing } from './start.ts';

const service = serviceOfEntry(process.argv[1] ?? '');
if (service !== null) startTracing(service);
