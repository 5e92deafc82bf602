import { PROCESS_ENV, readEnv } from './env.ts';
import { createLogger, type Logger } from './logger.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { freeStartupMemory, tuneV8 } from './transport/v8.ts';

/** Longest ordered shutdown; the supervisor and Kubernetes kill after it. */
export const SHUTDOWN_DEADLINE_MS = 10_000;

type Closer = { label: string; close: () => unknown };

/** Things to close, last opened first: what was opened last depends on what was opened before. */
export class ShutdownStack {
  readonly #closers: Closer[] = [];

  add(label: string, close: () => unknown): void {
    this.#closers.push({ label, close });
  }

  /** Closes everything once, in reverse order; a failure is logged and does not stop the rest. */
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
   * Registers what to close at shutdown, in the order of opening: stores first, the server last. They are closed
   * in reverse: stop accepting, finish what is in hand, close the stores.
   */
  onStop(label: string, close: () => unknown): void;
  /** Aborts when shutdown begins, also while starting. */
  signal: AbortSignal;
};

type Service = {
  name: string;
  /** Opens connections and listens; what it returns is put into the ready line of the log. */
  start: (context: ServiceContext) => Promise<Record<string, unknown>>;
  /** It has nothing to do after `start`, and ends. */
  once?: true;
};

/**
 * Runs a service process. Exit codes: 0 after an ordered shutdown (SIGTERM, SIGINT, or the supervisor's death when
 * `SUPERVISED=1`), 1 when it could not start, failed unexpectedly, or missed the deadline. A process that works once
 * exits 0 after its work alone. A second signal exits at once.
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

  // What is cut off has not been done.
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

/** What is closed last of all: traces tell of everything else. */
function openStack(): ShutdownStack {
  const stack = new ShutdownStack();
  if (process.env.OTEL_EXPORTER_OTLP_ENDPOINT) stack.add('traces', sendLastTraces);
  return stack;
}

/** Only where traces are on: nothing of them is loaded otherwise. */
async function sendLastTraces(): Promise<void> {
  const { stopTracing } = await import('./tracing/start.ts');
  await stopTracing();
}

/** The supervisor holds the other end of stdin; it closes even when the supervisor is killed outright. */
function watchSupervisor(gone: () => void): void {
  process.stdin.once('end', gone);
  process.stdin.once('error', gone);
  process.stdin.resume();
}
