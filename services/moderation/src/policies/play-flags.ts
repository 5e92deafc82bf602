import {
  agreementOf,
  bandOf,
  type Decision,
  expectedAgreement,
  meanLossOf,
  paceOf,
  weigh,
} from '@doushouqi/fair-play';
import { BASELINE } from '@doushouqi/fair-play/baseline';
import type { PlayFlagKind, RouteReply } from '@doushouqi/protocol';
import type { ROUTES } from '@doushouqi/protocol/server';
import { EARLY_PLIES } from '@doushouqi/rating';
import { FLAG_TEXTS } from '../texts.ts';
import { type JudgedGame, ratingBefore } from './play-figures.ts';

/** What makes a person worth a look. A flag never acts. Pure. */

type RatingFlag = RouteReply<(typeof ROUTES)['listRatingFlags']>['flags'][number];

/** What a check knows of a person: games newest first, flags of the rating service, the nickname of a user. */
export interface Known {
  userId: string;
  games: readonly JudgedGame[];
  ratingFlags: readonly RatingFlag[];
  nickname: (userId: string) => string;
}

/** A flag before it is stored. `score`: 0 to 100, only sorts. */
export interface Candidate {
  score: number;
  text: string;
  games: string[];
}

/** Fewer decisions are no evidence. */
const FEWEST_DECISIONS = 60;
/** Even times: persons have a spread of 0.7 to 1.1 and take longer for hard moves. */
const EVEN = { moves: 100, spread: 0.35, effort: 0.1, median: 1_500, score: 45 } as const;
/** Games with and without losses of the focus that are compared, and from when they differ. */
const FOCUS = { losses: 3, games: 5, difference: 0.2, deviations: 4 } as const;
/** Wins over throwaway accounts. */
const TRANSFER = { games: 5, opponents: 3 } as const;
const HIGHEST = 100;

function idsOf(games: readonly JudgedGame[]): string[] {
  return games.map(({ gameId }) => gameId);
}

/** Returns 50 at the bound; every four powers of ten of likelihood halve the rest to 100. */
function scoreOf(excess: number): number {
  return Math.round(HIGHEST * (1 - 0.5 * 2 ** (-excess / 4)));
}

function agreementText(
  text: (typeof FLAG_TEXTS)['all'],
  games: number,
  decisions: readonly Decision[],
  band: number,
) {
  return text({
    ...{ games, decisions: decisions.length },
    agreement: agreementOf(decisions),
    expected: expectedAgreement(decisions, BASELINE, band).expected,
    loss: meanLossOf(decisions),
  });
}

/** By all decisions, and by those from a disadvantage. */
function engineFlag({ games }: Known): Candidate | null {
  const rating = ratingBefore(games);
  const band = bandOf(BASELINE, rating);
  const found = (['all', 'behind'] as const).flatMap((part) => {
    const each = games.map(({ decisions }) => decisions.filter(({ isBehind }) => part === 'all' || isBehind));
    const { value, error, decisions } = weigh(each, rating, BASELINE);
    const bound = BASELINE.flagFrom[part];
    if (decisions < FEWEST_DECISIONS || value < bound) return [];
    const text =
      agreementText(FLAG_TEXTS[part], games.length, each.flat(), band) +
      FLAG_TEXTS.evidence(value, error, bound);
    return { score: scoreOf(value - bound), text };
  });
  if (found.length === 0) return null;
  return {
    score: Math.max(...found.map(({ score }) => score)),
    text: found.map(({ text }) => text).join(''),
    games: idsOf(games),
  };
}

function paceFlag({ games }: Known): Candidate | null {
  const pace = paceOf(games.flatMap(({ decisions }) => decisions));
  if (pace === null || pace.moves < EVEN.moves || pace.median < EVEN.median) return null;
  if (pace.spread > EVEN.spread || Math.abs(pace.effort) > EVEN.effort) return null;
  return { score: EVEN.score, text: FLAG_TEXTS.pace(pace), games: idsOf(games) };
}

function focusFlag({ games }: Known): Candidate | null {
  const away = games.filter(({ focusLosses }) => focusLosses >= FOCUS.losses);
  const here = games.filter(({ focusLosses }) => focusLosses === 0);
  if (away.length < FOCUS.games || here.length < FOCUS.games) return null;
  const [one, other] = [away, here].map((some) => some.flatMap(({ decisions }) => decisions)) as [
    Decision[],
    Decision[],
  ];
  if (Math.min(one.length, other.length) < FEWEST_DECISIONS) return null;
  const [own, usual, both] = [agreementOf(one), agreementOf(other), agreementOf([...one, ...other])];
  const chance = Math.sqrt(both * (1 - both) * (1 / one.length + 1 / other.length));
  const deviations = (own - usual) / Math.max(chance, 0.001);
  if (own - usual < FOCUS.difference || deviations < FOCUS.deviations) return null;
  return {
    score: scoreOf(deviations - FOCUS.deviations),
    text: FLAG_TEXTS.focus({ away: away.length, own, here: here.length, usual }),
    games: idsOf(away),
  };
}

/** More games weigh more. */
function countScore(games: number): number {
  return Math.min(90, 35 + 5 * games);
}

function ofRating({ ratingFlags }: Known, kinds: readonly RatingFlag['kind'][]): RatingFlag[] {
  return ratingFlags.filter(({ kind }) => kinds.includes(kind));
}

function flagOfDays(
  { userId, nickname }: Known,
  days: readonly RatingFlag[],
  more: Candidate | null = null,
): Candidate | null {
  if (days.length === 0) return more;
  const games = [...new Set([...days.flatMap((day) => day.games), ...(more?.games ?? [])])];
  const lines = days.map(({ kind, users, games: ids, at }) => {
    const other = users.find((one) => one !== userId);
    return FLAG_TEXTS[kind](at, ids.length, other === undefined ? '' : nickname(other));
  });
  return { score: countScore(games.length), text: lines.join('') + (more?.text ?? ''), games };
}

/** Wins over new accounts that lost early or in arranged games. */
function transferred({ games }: Known): Candidate | null {
  const won = games.filter(
    ({ outcome, isOpponentNew, plies, isArranged }) =>
      outcome === 'win' && isOpponentNew && (plies < EARLY_PLIES || isArranged),
  );
  const opponents = new Set(won.map(({ opponentId }) => opponentId)).size;
  if (won.length < TRANSFER.games || opponents < TRANSFER.opponents) return null;
  return {
    score: countScore(won.length),
    text: FLAG_TEXTS.transfer({
      ...{ games: won.length, opponents },
      early: won.filter(({ plies }) => plies < EARLY_PLIES).length,
      arranged: won.filter(({ isArranged }) => isArranged).length,
      points: won.reduce((sum, { change }) => sum + change, 0),
    }),
    games: idsOf(won),
  };
}

const FINDERS: Readonly<Record<PlayFlagKind, (known: Known) => Candidate | null>> = {
  engine: engineFlag,
  pace: paceFlag,
  focus: focusFlag,
  arranged: (known) => flagOfDays(known, ofRating(known, ['repeated_pair', 'arranged_wins', 'early_pair'])),
  thrown: (known) => flagOfDays(known, ofRating(known, ['early_surrenders'])),
  transfer: (known) =>
    flagOfDays(known, ofRating(known, ['newcomer_wins', 'early_wins']), transferred(known)),
};

/** Returns the flag of a kind by what happened after `since` (epoch ms), or null. Pure. */
export function findFlag(kind: PlayFlagKind, known: Known, since: number): Candidate | null {
  const { games, ratingFlags, ...rest } = known;
  return FINDERS[kind]({
    ...rest,
    games: games.filter(({ at }) => at > since),
    ratingFlags: ratingFlags.filter(({ at }) => at > since),
  });
}
