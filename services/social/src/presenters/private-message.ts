import type { PrivateMessage } from '@doushouqi/protocol';
import type { StoredMessage } from '../models/talks.ts';

/** A stored message in the spec's shape. */
export const presentMessage = ({ _id, fromId, toId, content, timestamp }: StoredMessage): PrivateMessage => ({
  _id: _id.toString(),
  fromId,
  toId,
  content,
  timestamp,
});
