import type { OwnEntry, Tournament, TournamentDetails } from '@doushouqi/protocol';

/** What comes next for a player of tournaments. Pure; times in epoch ms. */

const HOUR = 3_600_000;
const MINUTE = 60_000;
/** The entry counts as soon as the tournament is near. */
const NEAR = HOUR;
/** Outside home the start is shown from then on. */
const SOON = 10 * MINUTE;

interface List {
  coming: readonly Tournament[];
  running: readonly Tournament[];
}

function isIn({ mine }: Pick<Tournament, 'mine'>): boolean {
  return mine === 'active' || mine === 'paused';
}

/** Returns whether the user plays a tournament that is not over. */
export function hasEntered({ coming, running }: List): boolean {
  return [...running, ...coming].some(isIn);
}

/**
 * Returns the user's tournament: a running one, which the user has not paused if there are more, else the one that starts first,
 * within an hour; null for none.
 */
export function ownTournament({ coming, running }: List, now: number): Tournament | null {
  const near = coming.filter((one) => isIn(one) && one.startsAt - now <= NEAR);
  return (
    running.find(({ mine }) => mine === 'active') ??
    [...near].sort((a, b) => a.startsAt - b.startsAt)[0] ??
    running.find(isIn) ??
    null
  );
}

export interface NextStep {
  /**
   * `entered`: before the start. `checkIn`: the player has to check in. `checkedIn`: has done so. `round`: the next one starts.
   * `bye`: without the player. `others`: games of the round still run. `arena`: it runs. `paused`: without the player.
   */
  what: 'entered' | 'checkIn' | 'checkedIn' | 'round' | 'bye' | 'others' | 'arena' | 'paused';
  /** What the countdown ends with; null without one. */
  until: number | null;
  /** Shown on every page but games: a round waits for the player. */
  isWaiting: boolean;
}

function beforeStart({ startsAt, checkInAt }: TournamentDetails, own: OwnEntry, now: number): NextStep {
  const isOpen = checkInAt !== null && now >= checkInAt;
  const what = own.isCheckedIn ? 'checkedIn' : isOpen ? 'checkIn' : 'entered';
  return { what, until: startsAt, isWaiting: startsAt - now <= SOON };
}

function betweenRounds({ nextAt, round, rounds }: TournamentDetails, own: OwnEntry): NextStep | null {
  if (nextAt === null)
    return rounds !== null && round >= rounds ? null : { what: 'others', until: null, isWaiting: false };
  return { what: own.hasBye ? 'bye' : 'round', until: nextAt, isWaiting: !own.hasBye };
}

/** Returns what comes next in a tournament of the user; null if nothing does, or while a game of it runs. */
export function nextStep(details: TournamentDetails, now: number): NextStep | null {
  const { own, phase, kind, endsAt } = details;
  if (own === null || own.game !== null || phase === 'finished') return null;
  if (own.status !== 'active' && own.status !== 'paused') return null;
  if (phase === 'coming') return beforeStart(details, own, now);
  if (kind === 'swiss') return betweenRounds(details, own);
  if (endsAt <= now) return null;
  return { what: own.status === 'paused' ? 'paused' : 'arena', until: endsAt, isWaiting: false };
}

/** Returns the tournament that home shows: the user's, else a running one with most players, else the next one. */
export function shownTournament(list: List, now: number): Tournament | null {
  const own = ownTournament(list, now);
  if (own) return own;
  const [first] = [...list.running].sort((a, b) => b.players - a.players);
  return first ?? [...list.coming].sort((a, b) => a.startsAt - b.startsAt)[0] ?? null;
}
