import { expect, it } from 'vitest';
import { roomOfPath, roomPath } from './presence.ts';

it.each<[string, string | null]>([
  ['/play/room/A-1', 'A-1'],
  ['/play/room/A-1/', 'A-1'],
  ['/play/room/A-1?x=1', 'A-1'],
  ['/play/room/A-1#record', 'A-1'],
  ['/play/room/%41', 'A'],
  [roomPath('abcdef'), 'abcdef'],
  ['/play/room', null],
  ['/play/room/', null],
  ['/play/room/A/B', null],
  ['/play/room/%', null],
  ['/play/room/%E6%96%97', null],
  ['/play/room/a b', null],
  [`/play/room/${'a'.repeat(21)}`, null],
  ['/x/play/room/A', null],
  ['https://elsewhere/play/room/A', null],
  ['', null],
])('the room of %j is %j', (path, room) => {
  expect(roomOfPath(path)).toBe(room);
});
