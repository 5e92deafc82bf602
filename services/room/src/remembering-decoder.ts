import { decodeRoom, type Room } from '@doushouqi/room';
import { LRUCache } from 'lru-cache';

/** Characters of all texts that are kept; that of a room with the longest game has about 12 000. */
const MOST_KEPT = 2_000_000;

/** Reads rooms, and keeps the last ones: who polls a long game does not make it be replayed each time. */
export function createRememberingDecoder(): (text: string) => Room {
  const kept = new LRUCache<string, Room>({ maxSize: MOST_KEPT, sizeCalculation: (_, text) => text.length });
  return (text) => {
    const room = kept.get(text) ?? decodeRoom(text);
    kept.set(text, room);
    return room;
  };
}
