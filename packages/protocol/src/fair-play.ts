import { publicUser, userId } from './entities.ts';
import { PLAY_FLAGS } from './sanctions.ts';
import { z } from './zod.ts';

/** What the check of rated games finds (docs/fair-play.md). Times in epoch ms; shares from 0 to 1. */

/** Bars of a distribution of times: one for each second, the last one for all longer ones. */
export const TIME_BARS = 13;

/** Decisions of a phase. `expected`: the share of first choices of honest persons of that strength in the same positions. */
const phaseFigures = z.object({
  phase: z.enum(['opening', 'middle', 'ending']),
  decisions: z.int(),
  agreement: z.number(),
  expected: z.number(),
  /** Points lost. */
  meanLoss: z.number(),
});

/** A checked game from the person's view. */
export const checkedGame = z.object({
  gameId: z.string(),
  at: z.number(),
  opponentId: userId,
  opponentRating: z.int(),
  outcome: z.enum(['win', 'draw', 'loss']),
  plies: z.int(),
  decisions: z.int(),
  /** Null without decisions. */
  agreement: z.number().nullable(),
  mistakes: z.int(),
  /** Mean and standard deviation of the times of decisions, seconds; null if they are not known. */
  seconds: z.number().nullable(),
  spread: z.number().nullable(),
  focusLosses: z.int(),
  isArranged: z.boolean(),
  /** Evidence of this game alone; it only sorts. */
  evidence: z.number(),
});
export type CheckedGame = z.infer<typeof checkedGame>;

/** The figures of a person's last rated games. */
export const playFigures = z.object({
  /** When they were counted. */
  at: z.number(),
  games: z.array(checkedGame),
  /** Rating before these games, and the band of it. */
  rating: z.int(),
  band: z.int(),
  decisions: z.int(),
  agreement: z.number(),
  expected: z.number(),
  /** Standard deviation of `expected` by chance alone. */
  chance: z.number(),
  meanLoss: z.number(),
  /** Per game. */
  mistakes: z.number(),
  phases: z.array(phaseFigures),
  /** Share of the decisions in each second. */
  times: z.array(z.number()),
  /** Standard deviation of times, seconds. */
  spread: z.number().nullable(),
  /** Share of the hard decisions that took at most three seconds. */
  quick: z.number().nullable(),
  /** Decimal logarithm of the likelihood ratio with its standard error; `behind`: of decisions from a disadvantage alone. */
  evidence: z.number(),
  error: z.number(),
  behind: z.number(),
  /** Earlier games of the person; null for too few. */
  past: z.object({ games: z.int(), agreement: z.number(), meanLoss: z.number() }).nullable(),
});
export type PlayFigures = z.infer<typeof playFigures>;

/** The mean figures of other persons of the same band. */
export const peerFigures = z.object({
  people: z.int(),
  agreement: z.number(),
  /** Standard deviation of `agreement` between them. */
  deviation: z.number(),
  meanLoss: z.number(),
  mistakes: z.number(),
  spread: z.number().nullable(),
  quick: z.number().nullable(),
  times: z.array(z.number()),
});
export type PeerFigures = z.infer<typeof peerFigures>;

/** A flag of a person. `score`: 0 to 100, sorts the list. `text`: why, in words. */
export const playFlag = z.object({
  kind: z.enum(PLAY_FLAGS),
  score: z.int(),
  text: z.string(),
  at: z.number(),
  games: z.array(z.string()),
  /** Who dismissed it; null while it is open. */
  dismissed: z.object({ by: z.string(), reason: z.string(), at: z.number() }).nullable(),
});
export type PlayFlag = z.infer<typeof playFlag>;

/** A person with open flags, highest score first. */
export const flaggedPerson = z.object({
  person: publicUser,
  score: z.int(),
  at: z.number(),
  flags: z.array(playFlag),
  /** A sanction for play that is in force or waits for a second operator. */
  sanction: z.enum(['close', 'unrated']).nullable(),
});
export type FlaggedPerson = z.infer<typeof flaggedPerson>;
