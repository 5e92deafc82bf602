import { randomUUID } from 'node:crypto';
import type { Notice } from '@doushouqi/protocol';
import { Server } from 'socket.io';
import { vi } from 'vitest';
import { closeRedis, connectRedis, type RedisClient } from '../src/redis.ts';
import {
  type ChannelSubscriber,
  type ClusterEvents,
  channelOfSocketRoom,
  createClusterAdapter,
  isTournamentRoom,
  LOBBY_ROOM,
  NODES_CHANNEL,
  userRoom,
} from '../src/socket-cluster/index.ts';

type EndedSessions = {
  [Event in keyof ClusterEvents]: { event: Event; payload: Parameters<ClusterEvents[Event]>[0] };
}[keyof ClusterEvents];

/** Captures the notices of users as the sockets of a realtime node receive them. Recipient: a user id, `LOBBY_ROOM` or a room of `tournamentRoom`. */
export interface NoticeListener {
  /** Captures ended sessions and the notices of these recipients from now on. */
  listen(recipients?: readonly string[]): Promise<void>;
  /** Returns the captured notices of a recipient. */
  of(recipient: string): Notice[];
  /** Resolves to the notices of a recipient once there are `count`. */
  wait(recipient: string, count: number): Promise<Notice[]>;
  /** Resolves to the payload of the first notice of this event. */
  first<E extends Notice['event']>(
    recipient: string,
    event: E,
  ): Promise<Extract<Notice, { event: E }>['payload']>;
  /** Sessions of all users that ended since the first `listen`. */
  ended: EndedSessions[];
  /** Removes the captured notices, after those that the service has published have arrived. */
  forget(): Promise<void>;
  stop(): Promise<void>;
}

const PATIENCE = { timeout: 30_000, interval: 5 };
/** A message on this channel arrives after all that its sender published before. */
const BARRIER = 'notices:barrier';

function roomOf(recipient: string): string {
  return recipient === LOBBY_ROOM || isTournamentRoom(recipient) ? recipient : userRoom(recipient);
}

/** Subscribes for the adapter; resubscribes after an outage. */
function createSubscriber(url: string) {
  const redis = connectRedis(url, { role: 'command' });
  const listeners = new Map<string, Parameters<ChannelSubscriber['sSubscribe']>[1]>();
  const subscribe = (channel: string) => redis.ssubscribe(channel).catch(() => undefined);
  redis.on('smessageBuffer', (channel: Buffer, message: Buffer) => {
    listeners.get(channel.toString())?.(message, channel.toString());
  });
  redis.on('ready', () => {
    for (const channel of listeners.keys()) void subscribe(channel);
  });
  const subscriber: ChannelSubscriber = {
    sSubscribe(channel, listener) {
      listeners.set(channel, listener);
      void subscribe(channel);
    },
    sUnsubscribe: (channel) => void listeners.delete(channel),
  };
  return { redis, subscriber };
}

/** Starts a Socket.IO server with a socket in each room that only captures. */
function startCapture(url: string, captured: Map<string, Notice[]>, ended: EndedSessions[]) {
  const { redis, subscriber } = createSubscriber(url);
  const io = new Server<Record<never, never>, Record<never, never>, ClusterEvents>({
    adapter: createClusterAdapter(redis, subscriber),
  });
  const { adapter, sockets } = io.of('/');
  io.on('endSessions', (payload) => void ended.push({ event: 'endSessions', payload }));
  io.on('endSession', (payload) => void ended.push({ event: 'endSession', payload }));
  const passed = new Set<string>();
  subscriber.sSubscribe(BARRIER, (id) => void passed.add(id.toString()));
  return {
    redis,
    passed,
    addSocket(recipient: string): void {
      const id = `listener of ${recipient}`;
      const socket = {
        notifyOutgoingListeners({ data: [event, payload] }: { data: [string, unknown] }) {
          captured.set(recipient, [...(captured.get(recipient) ?? []), { event, payload } as Notice]);
        },
        client: { writeToEngine: () => undefined },
      };
      (sockets as Map<string, unknown>).set(id, socket);
      adapter.addAll(id, new Set([roomOf(recipient)]));
    },
  };
}

/**
 * Captures notices at the Redis of `url`; nothing is connected before the first `listen`. `senders`: connections of the
 * service that publishes.
 */
export function captureNotices(url: string, senders: () => readonly RedisClient[]): NoticeListener {
  const captured = new Map<string, Notice[]>();
  const ended: EndedSessions[] = [];
  let capture: ReturnType<typeof startCapture> | undefined;
  const of = (recipient: string): Notice[] => captured.get(recipient) ?? [];
  const until = <T>(recipient: string, found: (notices: Notice[]) => T | undefined | false) =>
    vi.waitFor(() => {
      const result = found(of(recipient));
      if (!result) throw new Error(`${recipient} received ${JSON.stringify(of(recipient))}`);
      return result;
    }, PATIENCE);
  /** Repeated after an outage, until the listener is subscribed. */
  const passBarrier = (passed: ReadonlySet<string>, sender: RedisClient, id = randomUUID()) =>
    vi.waitFor(async () => {
      await sender.spublish(BARRIER, id);
      if (!passed.has(id)) throw new Error('a notice is on its way');
    }, PATIENCE);

  return {
    async listen(recipients = []) {
      capture ??= startCapture(url, captured, ended);
      for (const recipient of recipients) capture.addSocket(recipient);
      // The adapter has sent its SUBSCRIBE commands; this waits for the replies.
      const channels = [BARRIER, NODES_CHANNEL, ...recipients.map((one) => channelOfSocketRoom(roomOf(one)))];
      for (const channel of channels) await capture.redis.ssubscribe(channel);
    },
    of,
    wait: (recipient, count) => until(recipient, (notices) => notices.length >= count && notices),
    first: (recipient, event) =>
      until(recipient, (notices) => notices.find((one) => one.event === event)?.payload) as never,
    ended,
    async forget() {
      const { passed } = capture ?? {};
      if (passed) await Promise.all(senders().map((sender) => passBarrier(passed, sender)));
      captured.clear();
      ended.length = 0;
    },
    stop: async () => capture && closeRedis(capture.redis),
  };
}
