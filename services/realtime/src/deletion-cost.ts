import type { ServiceContext } from '@doushouqi/service-kit';
import { Counter } from 'prom-client';

/** The annotation by which a ReplicaSet that scales in chooses: the pod with the lowest cost goes first. */
export const DELETION_COST = 'controller.kubernetes.io/pod-deletion-cost';

/** How often the number of connections is looked at. Milliseconds. */
const LOOK_MS = 10_000;
/**
 * Between two writes. Kubernetes asks for few, since each is an update of the pod that every watcher hears of; it scales
 * in after minutes of low load, so that a number of a minute ago is good enough. Milliseconds.
 */
const WRITE_MS = 60_000;
const LONGEST_PAUSE_MS = 10 * WRITE_MS;
/** Connections more or less that change nothing in the order of pods. */
const FEW = 10;

/** What was written, and when the next write may be tried. Times in ms. */
export interface CostState {
  /** Null: not known; a container that was restarted finds what its predecessor wrote. */
  written: number | null;
  failures: number;
  notBefore: number;
}

export function initialCost(now: number): CostState {
  return { written: null, failures: 0, notBefore: now };
}

/** Whether another order of pods may follow from `connections` than from what was written: a fifth more or less, or none. */
function matters(written: number, connections: number): boolean {
  if ((written === 0) !== (connections === 0)) return true;
  return Math.abs(connections - written) >= Math.max(FEW, written / 5);
}

/** The cost to write now, or null. Pure. */
export function costToWrite(state: CostState, connections: number, now: number): number | null {
  if (now < state.notBefore) return null;
  return state.written === null || matters(state.written, connections) ? connections : null;
}

/** After a write of `cost`; null: it failed, and the next one waits longer each time. Pure. */
export function afterWrite(state: CostState, cost: number | null, now: number): CostState {
  if (cost !== null) return { written: cost, failures: 0, notBefore: now + WRITE_MS };
  const pause = Math.min(LONGEST_PAUSE_MS, WRITE_MS * 2 ** state.failures);
  return { ...state, failures: Math.min(state.failures + 1, 10), notBefore: now + pause };
}

interface DeletionCostOptions {
  /** Sets an annotation of this pod. */
  annotate: (name: string, value: string) => Promise<void>;
  connections: () => number;
  onWritten: (outcome: 'written' | 'failed', error?: unknown) => void;
  /** ms. */
  now: () => number;
  lookMs?: number;
}

/** Writes the number of connections as the cost of deleting this pod. Nothing waits for it, and nothing fails with it. */
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

/** Updates the cost of this pod's deletion until the result is called; does nothing outside of Kubernetes. */
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
  // Loaded here alone: the client library costs a second and 90 MB, which nobody pays who runs elsewhere.
  const { createPodAnnotator, readClusterConfig, reasonOf } = await import('@doushouqi/kubernetes');
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
