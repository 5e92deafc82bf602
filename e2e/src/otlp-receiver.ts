import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface Attribute {
  key: string;
  value: { stringValue?: string };
}

interface WireSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: Attribute[];
  events: { name: string }[];
}

interface Export {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { scope: { name: string }; spans: WireSpan[] }[];
  }[];
}

/** A received span, with its service and instrumentation. */
export interface Span extends Omit<WireSpan, 'attributes'> {
  service: string;
  by: string;
  attributes: Readonly<Record<string, string | undefined>>;
}

function attributesOf(list: readonly Attribute[]): Record<string, string | undefined> {
  return Object.fromEntries(list.map(({ key, value }) => [key, value.stringValue]));
}

function spansIn({ resourceSpans }: Export): Span[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = attributesOf(resource.attributes)['service.name'] ?? '';
    return scopeSpans.flatMap(({ scope, spans }) =>
      spans.map((span) => ({ ...span, service, by: scope.name, attributes: attributesOf(span.attributes) })),
    );
  });
}

/** Receives traces as a collector does: OTLP over HTTP, JSON. */
export interface OtlpReceiver {
  endpoint: string;
  /** Resolves to the received spans of the first trace for which `complete` is true. */
  trace(complete: (spans: readonly Span[]) => boolean): Promise<Span[]>;
  stop(): void;
}

export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const arrivals = new EventEmitter();
  const traces = new Map<string, Span[]>();
  const server = createServer(async (req, res) => {
    for (const span of spansIn((await json(req)) as Export)) {
      traces.set(span.traceId, [...(traces.get(span.traceId) ?? []), span]);
    }
    res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    arrivals.emit('spans');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async trace(complete) {
      for (;;) {
        const found = [...traces.values()].find(complete);
        if (found) return found;
        await once(arrivals, 'spans');
      }
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
