import type { ServiceContext } from '@doushouqi/service-kit';
import { Counter } from 'prom-client';

/** Annotation for scale-in: Kubernetes removes the pod with the lowest cost first. */
export const DELETION_COST = 'controller.kubernetes.io/pod-deletion-cost';

/** Interval of connection counts. Milliseconds. */
const LOOK_MS = 10_000;
/**
 * Minimum time between two writes. Each write updates the pod and is sent to all its API watchers; scale-in follows
 * minutes of low load, so a value one minute old is recent enough. Milliseconds.
 */
const WRITE_MS = 60_000;
const LONGEST_PAUSE_MS = 10 * WRITE_MS;
/** Differences up to this number of connections do not change the order of pods. */
const FEW = 10;

/** The last written cost and the time of the next allowed write, ms. */
export interface CostState {
  /** Null: unknown; after a container restart the annotation holds the former value. */
  written: number | null;
  failures: number;
  notBefore: number;
}

export function initialCost(now: number): CostState {
  return { written: null, failures: 0, notBefore: now };
}

/** True if the change can affect the order of pods: by a fifth or more, or to zero. */
function matters(written: number, connections: number): boolean {
  if ((written === 0) !== (connections === 0)) return true;
  return Math.abs(connections - written) >= Math.max(FEW, written / 5);
}

/** Returns the cost to write now, or null. Pure. */
export function costToWrite(state: CostState, connections: number, now: number): number | null {
  if (now < state.notBefore) return null;
  return state.written === null || matters(state.written, connections) ? connections : null;
}

/** Returns the state after a write of `cost`; null: the write failed, and the delay grows. Pure. */
export function afterWrite(state: CostState, cost: number | null, now: number): CostState {
  if (cost !== null) return { written: cost, failures: 0, notBefore: now + WRITE_MS };
  const pause = Math.min(LONGEST_PAUSE_MS, WRITE_MS * 2 ** state.failures);
  return { ...state, failures: Math.min(state.failures + 1, 10), notBefore: now + pause };
}

interface DeletionCostOptions {
  annotate: (name: string, value: string) => Promise<void>;
  connections: () => number;
  onWritten: (outcome: 'written' | 'failed', error?: unknown) => void;
  /** ms. */
  now: () => number;
  lookMs?: number;
}

/** Writes the number of connections as the pod's deletion cost. Failures only delay the next write. */
export class DeletionCost {
  readonly #options: DeletionCostOptions;
  readonly #timer: NodeJS.Timeout;
  #state: CostState;
  #isWriting = false;

  constructor(options: DeletionCostOptions) {
    this.#options = options;
    this.#state = initialCost(options.now());
    this.#timer = setInterval(() => void this.#look(), options.lookMs ?? LOOK_MS).unref();
    void this.#look();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    const { annotate, connections, now, onWritten } = this.#options;
    const cost = this.#isWriting ? null : costToWrite(this.#state, connections(), now());
    if (cost === null) return;
    this.#isWriting = true;
    try {
      await annotate(DELETION_COST, String(cost));
      this.#state = afterWrite(this.#state, cost, now());
      onWritten('written');
    } catch (error) {
      this.#state = afterWrite(this.#state, null, now());
      onWritten('failed', error);
    }
    this.#isWriting = false;
  }
}

/** Updates this pod's deletion cost until the result is called; does nothing outside of Kubernetes. */
export async function openDeletionCost(
  env: Partial<Record<'POD_NAMESPACE' | 'POD_NAME' | 'KUBECONFIG', string | undefined>>,
  { logger, metrics }: Pick<ServiceContext, 'logger' | 'metrics'>,
  connections: () => number,
): Promise<() => void> {
  const { POD_NAMESPACE: namespace, POD_NAME: pod, KUBECONFIG: kubeconfig } = env;
  if ((namespace === undefined) !== (pod === undefined)) {
    throw new Error('POD_NAMESPACE and POD_NAME are set together or not at all');
  }
  if (namespace === undefined || pod === undefined) return () => undefined;
  // Imported lazily: the client library costs 1 s and 90 MB.
  const { createPodAnnotator, readClusterConfig, reasonOf } = await import(
    '@doushouqi/service-kit/kubernetes'
  );
  const writes = new Counter({
    name: 'realtime_deletion_cost_writes_total',
    help: 'Attempts to write the cost of deleting this pod, by outcome',
    labelNames: ['outcome'],
    registers: [metrics.registry],
  });
  const cost = new DeletionCost({
    annotate: createPodAnnotator({ config: readClusterConfig(kubeconfig), namespace, pod }),
    connections,
    onWritten(outcome, error) {
      writes.inc({ outcome });
      if (error !== undefined) logger.warn({ reason: reasonOf(error) }, 'could not write the deletion cost');
    },
    now: Date.now,
  });
  return () => cost.stop();
}
