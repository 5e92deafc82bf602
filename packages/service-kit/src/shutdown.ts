import { PROCESS_ENV, readEnv } from './env.ts';
import { createLogger, type Logger } from './logger.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { freeStartupMemory, tuneV8 } from './transport/v8.ts';

/** Longest orderly shutdown; after it the supervisor and Kubernetes kill the process. Milliseconds. */
export const SHUTDOWN_DEADLINE_MS = 10_000;

type Closer = { label: string; close: () => unknown };

/** Resources to close, in reverse order of opening: later resources depend on earlier ones. */
export class ShutdownStack {
  readonly #closers: Closer[] = [];

  add(label: string, close: () => unknown): void {
    this.#closers.push({ label, close });
  }

  /** Closes everything once, in reverse order. A failure is logged and does not stop the rest. */
  async run(logger: Logger): Promise<boolean> {
    let clean = true;
    for (let closer = this.#closers.pop(); closer !== undefined; closer = this.#closers.pop()) {
      try {
        await closer.close();
      } catch (error) {
        clean = false;
        logger.error({ err: error, step: closer.label }, 'could not close');
      }
    }
    return clean;
  }
}

export type ServiceContext = {
  logger: Logger;
  metrics: Metrics;
  /**
   * Registers a resource to close at shutdown. Register in the order of opening: stores first, the server last. They
   * are closed in reverse: stop accepting, finish open requests, close the stores.
   */
  onStop(label: string, close: () => unknown): void;
  /** Aborts when shutdown begins, also during the start. */
  signal: AbortSignal;
};

type Service = {
  name: string;
  /** Opens connections and listens. The result is added to the ready line of the log. */
  start: (context: ServiceContext) => Promise<Record<string, unknown>>;
  /** The process ends after `start`. */
  once?: true;
};

/**
 * Runs a service process. Exit codes: 0 after an orderly shutdown (SIGTERM, SIGINT, or the supervisor's death if
 * `SUPERVISED=1`); 1 if it could not start, failed unexpectedly or missed the deadline. A process with `once` exits 0
 * only after its work. A second signal exits at once.
 */
export function runService(service: Service): void {
  const { NODE_ID: nodeId } = process.env;
  const logger = createLogger({
    name: service.name,
    level: readEnv(PROCESS_ENV).LOG_LEVEL,
    ...(nodeId ? { nodeId } : {}),
  });
  const stack = openStack();
  const abort = new AbortController();

  async function stop(reason: string, exitCode: number): Promise<void> {
    if (abort.signal.aborted) process.exit(1);
    abort.abort();
    logger.info({ reason }, 'stopping');
    const overdue = setTimeout(() => {
      logger.error('shutdown took too long');
      process.exit(1);
    }, SHUTDOWN_DEADLINE_MS);
    const clean = await stack.run(logger);
    clearTimeout(overdue);
    logger.info('stopped');
    process.exit(clean ? exitCode : 1);
  }

  function fail(error: unknown, message: string): void {
    logger.fatal({ err: error }, message);
    process.exit(1);
  }

  // Interrupted work is not done.
  const stopped = service.once ? 1 : 0;
  process.on('SIGTERM', () => void stop('SIGTERM', stopped));
  process.on('SIGINT', () => void stop('SIGINT', stopped));
  process.on('uncaughtException', (error) => fail(error, 'uncaught exception'));
  process.on('unhandledRejection', (error) => fail(error, 'unhandled rejection'));
  if (process.env.SUPERVISED === '1') watchSupervisor(() => void stop('supervisor is gone', stopped));

  service
    .start({
      logger,
      metrics: createMetrics(service.name),
      signal: abort.signal,
      onStop: (label, close) => stack.add(label, close),
    })
    .then((details) => {
      if (service.once) return stop('done', 0);
      freeStartupMemory();
      tuneV8();
      logger.info({ event: 'ready', ...details }, 'ready');
    })
    .catch((error: unknown) => {
      if (!abort.signal.aborted)
        fail(error, `could not start: ${error instanceof Error ? error.message : error}`);
    });
}

/** Traces are closed last because they record all other steps. */
function openStack(): ShutdownStack {
  const stack = new ShutdownStack();
  if (process.env.OTEL_EXPORTER_OTLP_ENDPOINT) stack.add('traces', sendLastTraces);
  return stack;
}

/** Only if traces are enabled: otherwise no tracing module is loaded. */
async function sendLastTraces(): Promise<void> {
  const { stopTracing } = await import('./tracing/start.ts');
  await stopTracing();
}

/** The supervisor holds the other end of stdin; the end closes even if the supervisor is killed. */
function watchSupervisor(gone: () => void): void {
  process.stdin.once('end', gone);
  process.stdin.once('error', gone);
  process.stdin.resume();
}
