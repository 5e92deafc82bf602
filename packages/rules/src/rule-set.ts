/**
 * Named rule sets: the name is stored and sent with a game, so that it is always read by the rules it was
 * played by.
 *
 * A published set never changes its meaning. When a rule changes, a new set (`online-2`) is added beside the
 * old one, which stays: an archive written today must be readable for ever.
 */

export interface RuleOptions {
  /** No piece to the same cell a fourth time within 14 half-moves. Default off. */
  readonly sevenThree: boolean;
  /** No piece on after 17 moves in 34 half-moves over at most 5 cells. Default off. */
  readonly seventeenFive: boolean;
  /** No non-defensive move into a third occurrence of a position. Default on. */
  readonly threefold: boolean;
  /** Draw after 200 half-moves without a capture. Default on; off in online games (spec §4). */
  readonly hundredRounds: boolean;
}

/** The parts of a local name, in the order of `RuleOptions`. */
const PARTS = ['seven-three', 'seventeen-five', 'threefold', 'hundred-rounds'] as const;

type Joined<Names extends readonly string[]> = Names extends readonly [
  infer First extends string,
  ...infer Rest extends readonly string[],
]
  ? First | Joined<Rest> | `${First}+${Joined<Rest>}`
  : never;

/**
 * `online-1`: online games; third repetition on, 7-3, 17-5 and the draw of 100 rounds off. `local-1`: local
 * play; the rules that are on follow a colon, in the order of `RuleOptions`, joined by `+`, such as
 * `local-1:threefold+hundred-rounds`. With none of them on it is `local-1` alone. No other spelling is a name.
 */
export type RuleSetName = 'online-1' | 'local-1' | `local-1:${Joined<typeof PARTS>}`;

export const ONLINE_RULE_SET: RuleSetName = 'online-1';
export const DEFAULT_RULE_SET: RuleSetName = 'local-1:threefold+hundred-rounds';

const DEFAULTS: RuleOptions = {
  sevenThree: false,
  seventeenFive: false,
  threefold: true,
  hundredRounds: true,
};

/** The rule set of local play with these parts; what is left out takes its default. */
export function localRuleSet(parts: Partial<RuleOptions> = {}): RuleSetName {
  const { sevenThree, seventeenFive, threefold, hundredRounds } = { ...DEFAULTS, ...parts };
  const on = [sevenThree, seventeenFive, threefold, hundredRounds];
  const names = PARTS.filter((_, index) => on[index]);
  return (names.length === 0 ? 'local-1' : `local-1:${names.join('+')}`) as RuleSetName;
}

const BOTH = [false, true];
const EVERY_CHOICE: readonly RuleOptions[] = BOTH.flatMap((sevenThree) =>
  BOTH.flatMap((seventeenFive) =>
    BOTH.flatMap((threefold) =>
      BOTH.map((hundredRounds) => Object.freeze({ sevenThree, seventeenFive, threefold, hundredRounds })),
    ),
  ),
);

/** Every name there is, with its rules: made once, because each game looks its own up. */
const RULE_SETS: ReadonlyMap<string, RuleOptions> = new Map([
  [ONLINE_RULE_SET, Object.freeze({ ...DEFAULTS, hundredRounds: false })],
  ...EVERY_CHOICE.map((rules) => [localRuleSet(rules), rules] as const),
]);

/** Whether a text from outside is the name of a rule set, spelt as it must be. */
export function isRuleSetName(text: string): text is RuleSetName {
  return RULE_SETS.has(text);
}

/** The rules of a set: the same frozen object at each call. Throws for what `isRuleSetName` refuses. */
export function rulesOf(name: RuleSetName): RuleOptions {
  const rules = RULE_SETS.get(name);
  if (!rules) throw new RangeError(`not a rule set: ${name}`);
  return rules;
}
