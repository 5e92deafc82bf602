import { type ChannelSubscriber, socketRoomOfChannel } from '@doushouqi/service-kit/socket-cluster';
import { GAME_ROOM_PREFIX } from '../realtime-socket.ts';
import type { RedisConnection } from './redis-connection.ts';

function isOfGameRoom(channel: string): boolean {
  return socketRoomOfChannel(channel).startsWith(GAME_ROOM_PREFIX);
}

/**
 * Returns the subscriptions of Socket.IO's adapter: the node's own channels, those of users and the lobby. The adapter
 * also requests a channel per game room, which is unused: room events arrive by the channel of commits.
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
