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

/** A watch is silent for no longer than a bookmark takes, which comes about every minute. Milliseconds. */
const SILENCE_MS = 90_000;
/** The server ends a watch after this long, and it is resumed: a new server gets its share of them. Seconds. */
const WATCH_SECONDS = 300;

export interface WatchEndpointsOptions {
  config: KubeConfig;
  namespace: string;
  service: string;
  /** Name or number; without one, the first of the service. */
  port?: string | undefined;
  /** The pods are others now, or their conditions are. Also called after the first list, which may be empty. */
  onChange: (endpoints: readonly ServiceEndpoint[]) => void;
  /** The API server could not be asked, or broke off; it is asked again after `delayMs`. */
  onFailure?: (reason: string, delayMs: number) => void;
  /** 0 to 1. */
  random?: () => number;
}

export interface EndpointsWatch {
  /** Milliseconds since the API server was last heard of; infinite before the first word. */
  silence(): number;
  stop(): void;
}

/** The library's watch, which throws where it cannot read the token, asks for no bookmarks, and is not told to stop. */
class ResumableWatch extends Watch {
  readonly #onHeard: () => void;
  readonly #open = new Set<AbortController>();
  #closed = false;

  constructor(config: KubeConfig, onHeard: () => void) {
    super(config);
    this.#onHeard = onHeard;
    // Private in the types alone; there is no option for it.
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
    const heard: typeof callback = (...event) => {
      this.#onHeard();
      callback(...event);
    };
    try {
      const controller = await super.watch(path, params, heard, done);
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
  #lastHeard = Number.NEGATIVE_INFINITY;
  #retry: NodeJS.Timeout | undefined;
  #stopped = false;
  #isDue = false;
  /** What was last told, as text. */
  #told: string | undefined;

  constructor(options: WatchEndpointsOptions) {
    const { config, namespace, service } = options;
    this.#options = options;
    this.#random = options.random ?? Math.random;
    const api = new DiscoveryV1Api(apiConfiguration(config));
    const labelSelector = `kubernetes.io/service-name=${service}`;
    const path = `/apis/discovery.k8s.io/v1/namespaces/${encodeURIComponent(namespace)}/endpointslices`;
    const list = async () => {
      const slices = await api.listNamespacedEndpointSlice({ namespace, labelSelector });
      // One turn later: the informer takes the list over after this returns.
      setImmediate(() => this.#heard());
      return slices;
    };
    this.#watch = new ResumableWatch(config, () => this.#heard());
    const jitter = { delayFn: (ms: number) => delay(ms * (0.5 + this.#random() / 2)) };
    this.#informer = new ListWatch(path, this.#watch, list, false, labelSelector, undefined, jitter);
    this.#informer.on('error', (error) => this.#failed(error));
    this.#start();
  }

  silence(): number {
    return performance.now() - this.#lastHeard;
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

  #heard(): void {
    this.#failures = 0;
    this.#lastHeard = performance.now();
    // After what was heard is in the cache, and once for a burst of changes.
    if (!this.#isDue) queueMicrotask(() => this.#tell());
    this.#isDue = true;
  }

  #tell(): void {
    this.#isDue = false;
    if (this.#stopped) return;
    const endpoints = endpointsOf([...this.#informer.list()], this.#options.port);
    const text = JSON.stringify(endpoints);
    if (text === this.#told) return;
    this.#told = text;
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
 * Watches the EndpointSlices of a service: a list, then a watch that is resumed from the last resourceVersion heard, and
 * a new list where the server has forgotten that one (410 Gone). While the server is away what was known stays.
 */
export function watchEndpoints(options: WatchEndpointsOptions): EndpointsWatch {
  return new SliceInformer(options);
}
