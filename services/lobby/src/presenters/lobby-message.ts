import type { LobbyMessage } from '@doushouqi/protocol';
import type { StoredMessage } from '../models/lobby-message.ts';

/** A stored message as it goes over the wire. */
export function presentMessage({ _id, userId, nickname, avatar, content, at }: StoredMessage): LobbyMessage {
  return {
    _id: _id.toString(),
    userId,
    nickname,
    avatar,
    content,
    timestamp: at.getTime(),
  };
}
