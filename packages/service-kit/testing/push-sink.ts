import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { PushNotification } from '@doushouqi/protocol';
import ece from 'http_ece';
import { listen, stopServer } from '../src/serve.ts';

/** A received request of a service, with the decrypted call. `ttl`: seconds. */
interface ReceivedPush {
  endpoint: string;
  call: PushNotification;
  ttl: number;
  topic: string;
  authorization: string;
}

/** A subscription as the browser reports it. */
export interface TestSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** A push service (RFC 8030) that keeps what it receives. */
export interface PushSink {
  /** Allowed by `PUSH_HOSTS`. */
  origin: string;
  received: ReceivedPush[];
  /** Status of the next replies; 201 at first. */
  reply: { status: number; location?: string };
  subscribe(): TestSubscription;
  stop(): Promise<void>;
}

export async function startPushSink(port = 0): Promise<PushSink> {
  const keysOf = new Map<string, Parameters<typeof ece.decrypt>[1]>();
  const received: ReceivedPush[] = [];
  const reply: PushSink['reply'] = { status: 201 };

  async function receive(request: IncomingMessage): Promise<void> {
    const endpoint = `${origin}${request.url}`;
    const body = await buffer(request);
    const keys = keysOf.get(endpoint);
    if (keys === undefined) return;
    const { ttl, topic, authorization } = request.headers as Record<string, string>;
    const call = JSON.parse(ece.decrypt(body, keys).toString()) as PushNotification;
    received.push({ endpoint, call, ttl: Number(ttl), topic: topic!, authorization: authorization! });
  }

  const server = createServer((request, response) => {
    const { status, location } = reply;
    void receive(request).then(() => response.writeHead(status, location ? { location } : {}).end());
  });
  const origin = `http://127.0.0.1:${await listen(server, { port, host: '127.0.0.1' })}`;
  return {
    origin,
    received,
    reply,
    subscribe() {
      const endpoint = `${origin}/${randomUUID()}`;
      const privateKey = createECDH('prime256v1');
      const p256dh = privateKey.generateKeys('base64url');
      const auth = randomBytes(16).toString('base64url');
      keysOf.set(endpoint, { version: 'aes128gcm', privateKey, authSecret: auth });
      return { endpoint, keys: { p256dh, auth } };
    },
    stop: () => stopServer(server, 0),
  };
}
