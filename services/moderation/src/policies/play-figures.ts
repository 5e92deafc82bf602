import {
  agreementOf,
  bandOf,
  type Decision,
  deviationOf,
  expectedAgreement,
  mean,
  meanLossOf,
  PHASES,
  weigh,
} from '@doushouqi/fair-play';
import { BASELINE } from '@doushouqi/fair-play/baseline';
import type { CheckedGame, PeerFigures, PlayFigures, RouteReply } from '@doushouqi/protocol';
import { type ROUTES, TIME_BARS } from '@doushouqi/protocol/server';

export type ListedGame = RouteReply<(typeof ROUTES)['listGamesToCheck']>['games'][number];

/** A rated game with the person's decisions. */
export interface JudgedGame extends ListedGame {
  decisions: readonly Decision[];
}

/** Points lost from which a move is a mistake. */
const MISTAKE = 200;
/** A hard decision that takes at most this time is quick. Milliseconds. */
const QUICK_MS = 3_000;
/** Fewer decisions say nothing. */
const FEWEST_DECISIONS = 20;
/** Fewer checked persons say nothing about a band. */
const FEWEST_PEERS = 20;

function countMistakes(decisions: readonly Decision[]): number {
  return decisions.filter(({ loss }) => loss > MISTAKE).length;
}

function secondsOf(decisions: readonly Decision[]): number[] {
  return decisions.flatMap(({ ms }) => (ms === null ? [] : ms / 1_000));
}

/** Returns the value, or null without enough of what it is made of. */
function unlessFew<T>(of: readonly unknown[], value: (all: number) => T, fewest = 2): T | null {
  return of.length < fewest ? null : value(of.length);
}

function presentGame({ decisions, ...game }: JudgedGame, rating: number): CheckedGame {
  const { gameId, at, opponentId, opponentRating, outcome, plies, focusLosses, isArranged } = game;
  const seconds = secondsOf(decisions);
  return {
    ...{ gameId, at, opponentId, opponentRating, outcome, plies, focusLosses, isArranged },
    decisions: decisions.length,
    agreement: unlessFew(decisions, () => agreementOf(decisions), 1),
    mistakes: countMistakes(decisions),
    seconds: unlessFew(seconds, () => mean(seconds)),
    spread: unlessFew(seconds, () => deviationOf(seconds)),
    evidence: weigh([decisions], rating, BASELINE).value,
  };
}

function barsOf(seconds: readonly number[]): number[] {
  const bars = Array<number>(TIME_BARS).fill(0);
  for (const one of seconds) bars[Math.min(TIME_BARS - 1, Math.floor(one))]! += 1 / seconds.length;
  return bars;
}

function phasesOf(decisions: readonly Decision[], band: number): PlayFigures['phases'] {
  return PHASES.flatMap((phase) => {
    const own = decisions.filter((one) => one.phase === phase);
    if (own.length === 0) return [];
    const { expected } = expectedAgreement(own, BASELINE, band);
    return { phase, decisions: own.length, agreement: agreementOf(own), expected, meanLoss: meanLossOf(own) };
  });
}

/** Returns the rating before the oldest of some games, newest first. */
export function ratingBefore(games: readonly ListedGame[]): number {
  return games.at(-1)?.rating ?? 0;
}

/**
 * Returns the figures of a person's last rated games, newest first; null for too few decisions. `past`: decisions by game before
 * these. `now` in epoch ms. Pure.
 */
export function figuresOf(
  games: readonly JudgedGame[],
  past: readonly (readonly Decision[])[],
  now: number,
): PlayFigures | null {
  const decisions = games.flatMap((game) => game.decisions);
  if (decisions.length < FEWEST_DECISIONS) return null;
  const rating = ratingBefore(games);
  const band = bandOf(BASELINE, rating);
  const all = weigh(
    games.map((game) => game.decisions),
    rating,
    BASELINE,
  );
  const behind = weigh(
    games.map((game) => game.decisions.filter(({ isBehind }) => isBehind)),
    rating,
    BASELINE,
  );
  const seconds = secondsOf(decisions);
  const hard = decisions.filter(({ clarity, ms }) => clarity < 2 && ms !== null);
  const before = past.flat();
  return {
    at: now,
    games: games.map((game) => presentGame(game, rating)),
    ...{ rating, band, decisions: decisions.length },
    agreement: agreementOf(decisions),
    ...expectedAgreement(decisions, BASELINE, band),
    meanLoss: meanLossOf(decisions),
    mistakes: countMistakes(decisions) / games.length,
    phases: phasesOf(decisions, band),
    times: barsOf(seconds),
    spread: unlessFew(seconds, () => deviationOf(seconds)),
    quick: unlessFew(hard, (all) => hard.filter(({ ms }) => ms! <= QUICK_MS).length / all, FEWEST_DECISIONS),
    ...{ evidence: all.value, error: all.error, behind: behind.value },
    past: unlessFew(
      before,
      () => ({ games: past.length, agreement: agreementOf(before), meanLoss: meanLossOf(before) }),
      FEWEST_DECISIONS,
    ),
  };
}

/** The figures of a person that are compared with others. */
export type PeerPart = Pick<
  PlayFigures,
  'agreement' | 'meanLoss' | 'mistakes' | 'spread' | 'quick' | 'times'
>;

/** Returns the mean figures of persons; null for too few. Pure. */
export function peersOf(people: readonly PeerPart[]): PeerFigures | null {
  if (people.length < FEWEST_PEERS) return null;
  const of = (name: 'agreement' | 'meanLoss' | 'mistakes') => mean(people.map((one) => one[name]));
  const known = (name: 'spread' | 'quick') => {
    const values = people.flatMap((one) => one[name] ?? []);
    return unlessFew(values, () => mean(values));
  };
  return {
    people: people.length,
    agreement: of('agreement'),
    deviation: deviationOf(people.map(({ agreement }) => agreement)),
    meanLoss: of('meanLoss'),
    mistakes: of('mistakes'),
    spread: known('spread'),
    quick: known('quick'),
    times: Array.from({ length: TIME_BARS }, (_, bar) => mean(people.map(({ times }) => times[bar] ?? 0))),
  };
}
