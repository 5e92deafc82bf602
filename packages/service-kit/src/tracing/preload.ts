/**
 * Loaded before everything else (`node --import`), because what is to be traced must be wrapped while it is loaded.
 * The switch is `OTEL_EXPORTER_OTLP_ENDPOINT`: without it nothing of this is loaded.
 */
import { serviceOfEntry } from './service-name.ts';

const service = serviceOfEntry(process.argv[1] ?? '');

if (process.env.OTEL_EXPORTER_OTLP_ENDPOINT && service !== null) {
  const { startTracing } = await import('./start.ts');
  startTracing(service);
}
