import type { LobbyMessage } from '@doushouqi/protocol';
import type { StoredLine } from '../models/lobby-line.ts';

/** A stored line as it goes over the wire. */
export const presentLine = ({ _id, userId, nickname, avatar, content, at }: StoredLine): LobbyMessage => ({
  _id: _id.toString(),
  userId,
  nickname,
  avatar,
  content,
  timestamp: at.getTime(),
});
