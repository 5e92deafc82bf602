import type { PrivateMessage } from '@doushouqi/protocol';
import type { StoredMessage } from '../models/talks.ts';

/** A stored message in the spec's shape. */
export function presentMessage({ _id, fromId, toId, content, timestamp }: StoredMessage): PrivateMessage {
  return {
    _id: _id.toString(),
    fromId,
    toId,
    content,
    timestamp,
  };
}
