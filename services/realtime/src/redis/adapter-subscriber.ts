import { type ChannelSubscriber, socketRoomOfChannel } from '@doushouqi/service-kit/socket-cluster';
import { GAME_ROOM_PREFIX } from '../realtime-socket.ts';
import type { RedisConnection } from './redis-connection.ts';

function isOfGameRoom(channel: string): boolean {
  return socketRoomOfChannel(channel).startsWith(GAME_ROOM_PREFIX);
}

/**
 * The node's subscriptions for Socket.IO's adapter: its own channels, those of users and the lobby's. It also asks for a
 * channel for each game room, to which nobody publishes: a room's events come by the channel of its commits.
 */
export function adapterSubscriber(
  connection: Pick<RedisConnection, 'follow' | 'unsubscribe'>,
): ChannelSubscriber {
  return {
    sSubscribe(channel, listener) {
      if (!isOfGameRoom(channel)) connection.follow(channel, listener);
    },
    sUnsubscribe(channel) {
      if (!isOfGameRoom(channel)) connection.unsubscribe(channel);
    },
  };
}
