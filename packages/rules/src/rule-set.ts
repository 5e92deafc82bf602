/**
 * Named rule sets. The name is stored and sent with a game, so that it is always replayed by its own rules.
 *
 * A published set never changes. A changed rule gets a new set (`online-2`), and the old one stays, because archived games must
 * remain readable.
 */

export interface RuleOptions {
  /** Forbids a piece a fourth move to the same cell within 14 plies. Default off. */
  readonly sevenThree: boolean;
  /** Blocks a piece after 17 moves in 34 plies over at most 5 cells. Default off. */
  readonly seventeenFive: boolean;
  /** Forbids non-defensive moves to a third occurrence of a position. Default on. */
  readonly threefold: boolean;
  /** Draws after 200 plies without a capture. Default on; off in online games. */
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
 * `online-1`: online games, with third repetition alone. `local-1`: local play; active rules follow after a colon in the order
 * of `RuleOptions`, joined by `+`, as `local-1:threefold+hundred-rounds`. No other spelling is valid.
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

/** Returns the rule set of local play with these options; omitted ones have their defaults. */
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

/** All names and their rules, computed once because each game looks up its own. */
const RULE_SETS: ReadonlyMap<string, RuleOptions> = new Map([
  [ONLINE_RULE_SET, Object.freeze({ ...DEFAULTS, hundredRounds: false })],
  ...EVERY_CHOICE.map((rules) => [localRuleSet(rules), rules] as const),
]);

/** Whether an untrusted text is a valid name of a rule set. */
export function isRuleSetName(text: string): text is RuleSetName {
  return RULE_SETS.has(text);
}

/** Returns the rules of a set, always the same frozen object. Throws for an invalid name. */
export function rulesOf(name: RuleSetName): RuleOptions {
  const rules = RULE_SETS.get(name);
  if (!rules) throw new RangeError(`not a rule set: ${name}`);
  return rules;
}
