import type { Tournament } from '@doushouqi/protocol';
import { type Animal, FACES } from '../../ui/faces.ts';
import { levelParts } from '../../ui/level.ts';

const ANIMALS = Object.keys(FACES) as Animal[];

/** The face of a tournament: the highest animal of its range, else one by its name. Pure. */
export function faceOf({ levels, name }: Pick<Tournament, 'levels' | 'name'>): Animal {
  if (levels) return levelParts(levels.max).animal;
  const sum = [...name].reduce((all, character) => (31 * all + (character.codePointAt(0) ?? 0)) % 9_973, 7);
  return ANIMALS[sum % ANIMALS.length]!;
}
