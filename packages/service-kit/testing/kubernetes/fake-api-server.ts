import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { V1EndpointSlice } from '@kubernetes/client-node';

/** The two forms in which a server reports an expired resourceVersion. */
export type GoneAs = 'status' | 'event';

/** A received request; `query` without the selector. */
export interface SeenRequest {
  method: string;
  path: string;
  query: Record<string, string>;
  status: number;
}

interface Change {
  version: number;
  type: 'ADDED' | 'MODIFIED' | 'DELETED';
  object: V1EndpointSlice;
}

interface OpenWatch {
  response: ServerResponse;
  selector: string | null;
  bookmarks: boolean;
}

const SLICES = /^\/apis\/discovery\.k8s\.io\/v1\/namespaces\/([^/]+)\/endpointslices$/;
const POD = /^\/api\/v1\/namespaces\/([^/]+)\/pods\/([^/]+)$/;

function statusObject(code: number, reason: string): object {
  return { kind: 'Status', apiVersion: 'v1', status: 'Failure', message: reason, reason, code };
}

function matches(selector: string | null, { metadata }: V1EndpointSlice): boolean {
  return (selector ?? '')
    .split(',')
    .filter((term) => term !== '')
    .every((term) => {
      const [name = '', value] = term.split('=');
      return metadata?.labels?.[name] === value;
    });
}

/**
 * A fake API server with the used features: list and watch of EndpointSlices, pod annotations by merge patch, bearer tokens.
 * Serves HTTP on loopback, has versions and a history, and can simulate failures.
 */
export class FakeApiServer {
  readonly #slices = new Map<string, V1EndpointSlice>();
  readonly #pods = new Map<string, Record<string, string>>();
  readonly #watches = new Set<OpenWatch>();
  readonly #events = new EventEmitter();
  #history: Change[] = [];
  #version = 100;
  /** Changes up to this version have expired. */
  #compacted = 100;
  #port = 0;
  #server: Server | undefined;
  #slow: Promise<void> = Promise.resolve();
  #acceptedTokens: readonly string[] | null = null;
  /** Status that answers patches of pods, if set. */
  refusePatchesWith: number | undefined;
  goneAs: GoneAs = 'status';
  readonly seen: SeenRequest[] = [];

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get openWatches(): number {
    return this.#watches.size;
  }

  /** Starts the server, or restarts it at the same address with its objects but without its history. */
  async start(): Promise<void> {
    this.#server = createServer((request, response) => void this.#answer(request, response));
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Cuts every connection and stops listening. */
  async stop(): Promise<void> {
    const server = this.#server;
    if (!server?.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }

  /** Resolves when the next matching request is answered (a watch: open). */
  async nextRequest(
    like: Partial<Pick<SeenRequest, 'method' | 'status'>> & { watch?: boolean } = {},
  ): Promise<SeenRequest> {
    for (;;) {
      const [seen] = (await once(this.#events, 'request')) as [SeenRequest];
      const isWatch = seen.query.watch === 'true';
      if (like.method !== undefined && like.method !== seen.method) continue;
      if (like.status !== undefined && like.status !== seen.status) continue;
      if (like.watch === undefined || like.watch === isWatch) return seen;
    }
  }

  /** Adds or replaces a slice and notifies watches. */
  apply(slice: V1EndpointSlice): void {
    const key = `${slice.metadata?.namespace}/${slice.metadata?.name}`;
    const type = this.#slices.has(key) ? 'MODIFIED' : 'ADDED';
    this.#version += 1;
    const object = { ...slice, metadata: { ...slice.metadata, resourceVersion: String(this.#version) } };
    this.#slices.set(key, object);
    this.#notify({ version: this.#version, type, object });
  }

  remove(namespace: string, name: string): void {
    const known = this.#slices.get(`${namespace}/${name}`);
    if (known === undefined) throw new Error(`there is no slice ${namespace}/${name}`);
    this.#slices.delete(`${namespace}/${name}`);
    this.#version += 1;
    const object = { ...known, metadata: { ...known.metadata, resourceVersion: String(this.#version) } };
    this.#notify({ version: this.#version, type: 'DELETED', object });
  }

  /** Simulates an unrelated change in the cluster: raises the version. */
  touch(): void {
    this.#version += 1;
  }

  /** Sends bookmarks to the watches that requested them. */
  sendBookmarks(): void {
    const object = { metadata: { resourceVersion: String(this.#version) } };
    for (const { bookmarks, response } of this.#watches)
      if (bookmarks) response.write(`${JSON.stringify({ type: 'BOOKMARK', object })}\n`);
  }

  /** Ends every watch regularly (`end`) or by cutting its connection (`cut`). */
  dropWatches(how: 'end' | 'cut'): void {
    for (const { response } of this.#watches) how === 'end' ? response.end() : response.destroy();
    this.#watches.clear();
  }

  /** Expires earlier changes: resuming from an older version gets 410 Gone. */
  compact(): void {
    this.#compacted = this.#version;
    this.#history = [];
  }

  /** Delays lists until the returned function is called. */
  holdLists(): () => void {
    let release = (): void => undefined;
    this.#slow = new Promise((resolve) => {
      release = resolve;
    });
    return release;
  }

  /** Requests without one of these tokens get 401; null disables the check. */
  accept(tokens: readonly string[] | null): void {
    this.#acceptedTokens = tokens;
  }

  addPod(namespace: string, name: string): void {
    this.#pods.set(`${namespace}/${name}`, {});
  }

  annotationsOf(namespace: string, name: string): Readonly<Record<string, string>> | undefined {
    return this.#pods.get(`${namespace}/${name}`);
  }

  #notify(change: Change): void {
    this.#history.push(change);
    for (const { selector, response } of this.#watches)
      if (matches(selector, change.object))
        response.write(`${JSON.stringify({ type: change.type, object: change.object })}\n`);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', this.url);
    response.setHeader('content-type', 'application/json');
    const answer = await this.#decide(request, response, pathname, searchParams);
    if (answer !== null) response.writeHead(answer.status).end(JSON.stringify(answer.body));
    const { method = '' } = request;
    const query = Object.fromEntries(searchParams);
    const seen = { method, path: pathname, query, status: response.statusCode };
    this.seen.push(seen);
    this.#events.emit('request', seen);
  }

  /** Returns the response, or null if a watch was opened. */
  async #decide(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    query: URLSearchParams,
  ): Promise<{ status: number; body: object } | null> {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (this.#acceptedTokens !== null && !this.#acceptedTokens.includes(token)) {
      return { status: 401, body: statusObject(401, 'Unauthorized') };
    }
    const [, namespace] = SLICES.exec(path) ?? [];
    if (namespace !== undefined && request.method === 'GET') {
      if (query.get('watch') === 'true') return this.#watch(response, query);
      await this.#slow;
      return { status: 200, body: this.#list(namespace, query.get('labelSelector')) };
    }
    const [, podNamespace, pod] = POD.exec(path) ?? [];
    if (pod !== undefined && request.method === 'PATCH')
      return this.#patch(request, `${podNamespace}/${pod}`);
    return { status: 404, body: statusObject(404, 'NotFound') };
  }

  #list(namespace: string, selector: string | null): object {
    const items = [...this.#slices.values()].filter(
      (slice) => slice.metadata?.namespace === namespace && matches(selector, slice),
    );
    const metadata = { resourceVersion: String(this.#version) };
    return { kind: 'EndpointSliceList', apiVersion: 'discovery.k8s.io/v1', metadata, items };
  }

  #watch(response: ServerResponse, query: URLSearchParams): { status: number; body: object } | null {
    const from = Number(query.get('resourceVersion'));
    const isGone = from < this.#compacted;
    if (isGone && this.goneAs === 'status') return { status: 410, body: statusObject(410, 'Expired') };
    response.writeHead(200).flushHeaders();
    if (isGone) {
      response.end(`${JSON.stringify({ type: 'ERROR', object: statusObject(410, 'Expired') })}\n`);
      return null;
    }
    const bookmarks = query.get('allowWatchBookmarks') === 'true';
    const watch: OpenWatch = { response, selector: query.get('labelSelector'), bookmarks };
    for (const change of this.#history)
      if (change.version > from && matches(watch.selector, change.object))
        response.write(`${JSON.stringify({ type: change.type, object: change.object })}\n`);
    this.#watches.add(watch);
    response.once('close', () => this.#watches.delete(watch));
    return null;
  }

  async #patch(request: IncomingMessage, key: string): Promise<{ status: number; body: object }> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (this.refusePatchesWith !== undefined) {
      return { status: this.refusePatchesWith, body: statusObject(this.refusePatchesWith, 'Refused') };
    }
    if (request.headers['content-type'] !== 'application/merge-patch+json') {
      return { status: 415, body: statusObject(415, 'UnsupportedMediaType') };
    }
    const annotations = this.#pods.get(key);
    if (annotations === undefined) return { status: 404, body: statusObject(404, 'NotFound') };
    const patch = JSON.parse(Buffer.concat(chunks).toString()) as {
      metadata: { annotations: Record<string, string> };
    };
    Object.assign(annotations, patch.metadata.annotations);
    return { status: 200, body: { kind: 'Pod', apiVersion: 'v1', metadata: { annotations } } };
  }
}
