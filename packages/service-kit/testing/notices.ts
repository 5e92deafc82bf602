import type { Notice } from '@doushouqi/protocol';
import { Server } from 'socket.io';
import { closeRedis, connectRedis } from '../src/redis.ts';
import {
  type ChannelSubscriber,
  type ClusterEvents,
  channelOfSocketRoom,
  createClusterAdapter,
} from '../src/socket-cluster/index.ts';

type EndedSessions = {
  [Event in keyof ClusterEvents]: { event: Event; payload: Parameters<ClusterEvents[Event]>[0] };
}[keyof ClusterEvents];

/** Hears what people are told, as the sockets of a realtime node do. */
export interface NoticeListener {
  /** Listens to these Socket.IO rooms; resolves once every later notice will be heard. */
  listen(rooms: readonly string[]): Promise<void>;
  /** What a room was told so far. */
  of(room: string): Notice[];
  /** Which sessions were ended so far, of whatever user. */
  ended: EndedSessions[];
  forget(): void;
  stop(): Promise<void>;
}

/** Subscribes for the adapter, and again after an outage. */
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

/** A Socket.IO server of the cluster at the Redis of `url`, with a socket in each room that only notes what it is sent. */
export function listenToNotices(url: string): NoticeListener {
  const { redis, subscriber } = createSubscriber(url);
  const io = new Server<Record<never, never>, Record<never, never>, ClusterEvents>({
    adapter: createClusterAdapter(redis, subscriber),
  });
  const { adapter, sockets } = io.of('/');
  const heard = new Map<string, Notice[]>();
  const ended: EndedSessions[] = [];
  io.on('endSessions', (payload) => void ended.push({ event: 'endSessions', payload }));
  io.on('endSession', (payload) => void ended.push({ event: 'endSession', payload }));

  const addSocket = (room: string): void => {
    const id = `listener in ${room}`;
    const socket = {
      notifyOutgoingListeners({ data: [event, payload] }: { data: [string, unknown] }) {
        heard.set(room, [...(heard.get(room) ?? []), { event, payload } as Notice]);
      },
      client: { writeToEngine: () => undefined },
    };
    (sockets as Map<string, unknown>).set(id, socket);
    adapter.addAll(id, new Set([room]));
  };

  return {
    async listen(rooms) {
      for (const room of rooms) {
        addSocket(room);
        // The adapter asked for it already; this waits for the answer.
        await redis.ssubscribe(channelOfSocketRoom(room));
      }
    },
    of: (room) => heard.get(room) ?? [],
    ended,
    forget() {
      heard.clear();
      ended.length = 0;
    },
    stop: () => closeRedis(redis),
  };
}
