import { expect, test } from 'vitest';
import { ownSideOf } from './recordedGame.ts';

const PLAYERS = { red: { _id: 'a', nickname: '山君' }, blue: { _id: 'b', nickname: '苍狼' } };

test.each([
  ['a record, by who sat there', { players: PLAYERS }, 'b', 'blue'],
  ['somebody else looks at it', { players: PLAYERS }, 'c', null],
  ['no user is logged in', { players: { red: { _id: null } } }, null, null],
  ['a table hands it over', { record: '', own: 'red' }, 'b', 'red'],
  ['two people at one screen', { record: '', own: null }, 'a', null],
  ['nonsense', { own: 3, players: 7 }, 'a', null],
  ['nothing', null, 'a', null],
])("the user's side: %s", (_, given, userId, side) => {
  expect(ownSideOf(given, userId)).toBe(side);
});
