import { DEFAULT_TIME_CONTROL, type TimeControl } from './limits.ts';

/** A class in which a user has one rating; those of games have a ladder (docs/ratings.md). */
interface RatingClassDef {
  /** Name on screens. */
  readonly name: string;
  /**
   * Time class: initial minutes of its games, less than this and not in an earlier class. Every user has a rating in
   * each time class. Null for other classes, in which a rating exists after the first game.
   */
  readonly minutesBelow: number | null;
  /** Whether one player is a house bot. Such games do not count as conduct, which protects people. */
  readonly hasBot: boolean;
  /** Whether games are rated in it. The others are of other services, which store their numbers. */
  readonly isOfGames: boolean;
}

/** The only list of the classes of ratings: types, schemas, ladders and screens follow from it. */
export const RATING_DEFS = {
  /** 2+1 and 5+3. */
  fast: { name: '快棋', minutesBelow: 10, hasBot: false, isOfGames: true },
  /** 10+5 and 15+10. */
  slow: { name: '慢棋', minutesBelow: Number.POSITIVE_INFINITY, hasBot: false, isOfGames: true },
  /** Games against house bots at any time control; they change no other rating. */
  bot: { name: '人机', minutesBelow: null, hasBot: true, isOfGames: true },
  /** Puzzles, of the puzzle service (docs/puzzle-service.md). */
  puzzle: { name: '解题', minutesBelow: null, hasBot: false, isOfGames: false },
} as const satisfies Record<string, RatingClassDef>;

type AnyClass = keyof typeof RATING_DEFS;
/** A class of rated games. */
export type RatingClass = {
  [Name in AnyClass]: (typeof RATING_DEFS)[Name]['isOfGames'] extends true ? Name : never;
}[AnyClass];
export type TimeClass = {
  [Name in RatingClass]: (typeof RATING_DEFS)[Name]['minutesBelow'] extends number ? Name : never;
}[RatingClass];
export type OtherClass = Exclude<RatingClass, TimeClass>;

/** In the order of the screens. */
export const RATING_CLASSES = (Object.keys(RATING_DEFS) as AnyClass[]).filter(
  (name): name is RatingClass => RATING_DEFS[name].isOfGames,
);
export const TIME_CLASSES = RATING_CLASSES.filter(isTimeClass);
export const OTHER_CLASSES = RATING_CLASSES.filter((name) => !isTimeClass(name)) as OtherClass[];

export function isTimeClass(name: RatingClass): name is TimeClass {
  return RATING_DEFS[name].minutesBelow !== null;
}

export function timeClassOf({ initial }: Pick<TimeControl, 'initial'>): TimeClass {
  return TIME_CLASSES.find((name) => initial < RATING_DEFS[name].minutesBelow)!;
}

/** The class that screens show before the user chooses one. */
export const DEFAULT_TIME_CLASS = timeClassOf(DEFAULT_TIME_CONTROL);

/** Returns a record with a value for each class. */
export function forClasses<C extends RatingClass, T>(
  classes: readonly C[],
  valueFor: (name: C) => T,
): Record<C, T> {
  return Object.fromEntries(classes.map((name) => [name, valueFor(name)])) as Record<C, T>;
}
