import { setTimeout as delay } from 'node:timers/promises';
import {
  DiscoveryV1Api,
  type KubeConfig,
  ListWatch,
  type V1EndpointSlice,
  Watch,
} from '@kubernetes/client-node';
import { backoffDelay } from './backoff.ts';
import { apiConfiguration, reasonOf } from './cluster.ts';
import { endpointsOf, type ServiceEndpoint } from './endpoints.ts';

/** Longer than the interval of bookmarks, about a minute. */
const SILENCE_MS = 90_000;
/** The server ends a watch after this time, and it is resumed, so watches spread to new servers. */
const WATCH_SECONDS = 300;

export interface WatchEndpointsOptions {
  config: KubeConfig;
  namespace: string;
  service: string;
  /** Name or number; without one, the first port of the service. */
  port?: string | undefined;
  /** Called when pods or their conditions change, and after the first list, which may be empty. */
  onChange: (endpoints: readonly ServiceEndpoint[]) => void;
  /** Called when a request or watch fails. The next attempt follows after `delayMs`. */
  onFailure?: (reason: string, delayMs: number) => void;
  /** Returns 0 to 1. */
  random?: () => number;
}

export interface EndpointsWatch {
  /** Milliseconds since the last message of the API server; infinite before the first. */
  silence(): number;
  stop(): void;
}

/** Adds to the library's watch: bookmarks, `close`, and `done` instead of a throw if the token cannot be read. */
class ResumableWatch extends Watch {
  readonly #onMessage: () => void;
  readonly #open = new Set<AbortController>();
  #closed = false;

  constructor(config: KubeConfig, onMessage: () => void) {
    super(config);
    this.#onMessage = onMessage;
    // Private in the types; the library has no option for it.
    Object.assign(this, { requestTimeoutMs: SILENCE_MS });
  }

  close(): void {
    this.#closed = true;
    for (const controller of this.#open) controller.abort();
  }

  override async watch(
    ...[path, query, callback, done]: Parameters<Watch['watch']>
  ): Promise<AbortController> {
    if (this.#closed) return new AbortController();
    const params = { ...query, allowWatchBookmarks: true, timeoutSeconds: WATCH_SECONDS };
    const onEvent: typeof callback = (...event) => {
      this.#onMessage();
      callback(...event);
    };
    try {
      const controller = await super.watch(path, params, onEvent, done);
      this.#open.add(controller);
      controller.signal.addEventListener('abort', () => this.#open.delete(controller));
      if (this.#closed) controller.abort();
      return controller;
    } catch (error) {
      done(error);
      return new AbortController();
    }
  }
}

class SliceInformer implements EndpointsWatch {
  readonly #options: WatchEndpointsOptions;
  readonly #random: () => number;
  readonly #watch: ResumableWatch;
  readonly #informer: ListWatch<V1EndpointSlice>;
  #failures = 0;
  #lastMessage = Number.NEGATIVE_INFINITY;
  #retry: NodeJS.Timeout | undefined;
  #stopped = false;
  #isDue = false;
  /** JSON of the last reported endpoints. */
  #reported: string | undefined;

  constructor(options: WatchEndpointsOptions) {
    const { config, namespace, service } = options;
    this.#options = options;
    this.#random = options.random ?? Math.random;
    const api = new DiscoveryV1Api(apiConfiguration(config));
    const labelSelector = `kubernetes.io/service-name=${service}`;
    const path = `/apis/discovery.k8s.io/v1/namespaces/${encodeURIComponent(namespace)}/endpointslices`;
    const list = async () => {
      const slices = await api.listNamespacedEndpointSlice({ namespace, labelSelector });
      // In the next turn: the informer takes over the list after this returns.
      setImmediate(() => this.#received());
      return slices;
    };
    this.#watch = new ResumableWatch(config, () => this.#received());
    const jitter = { delayFn: (ms: number) => delay(ms * (0.5 + this.#random() / 2)) };
    this.#informer = new ListWatch(path, this.#watch, list, false, labelSelector, undefined, jitter);
    this.#informer.on('error', (error) => this.#failed(error));
    this.#start();
  }

  silence(): number {
    return performance.now() - this.#lastMessage;
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#retry);
    this.#watch.close();
    void this.#informer.stop();
  }

  #start(): void {
    this.#informer.start().catch((error: unknown) => this.#failed(error));
  }

  #received(): void {
    this.#failures = 0;
    this.#lastMessage = performance.now();
    // Runs after the cache is updated, once for a burst of changes.
    if (!this.#isDue) queueMicrotask(() => this.#report());
    this.#isDue = true;
  }

  #report(): void {
    this.#isDue = false;
    if (this.#stopped) return;
    const endpoints = endpointsOf([...this.#informer.list()], this.#options.port);
    const text = JSON.stringify(endpoints);
    if (text === this.#reported) return;
    this.#reported = text;
    this.#options.onChange(endpoints);
  }

  #failed(error: unknown): void {
    if (this.#stopped) return;
    const delayMs = backoffDelay(this.#failures, this.#random());
    this.#failures += 1;
    this.#options.onFailure?.(reasonOf(error), delayMs);
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#start(), delayMs);
  }
}

/**
 * Watches the EndpointSlices of a service: a list, then a watch that resumes from the last resourceVersion, and a new list
 * if the server has discarded that version (410 Gone). Keeps the last endpoints while the server is unavailable.
 */
export function watchEndpoints(options: WatchEndpointsOptions): EndpointsWatch {
  return new SliceInformer(options);
}
