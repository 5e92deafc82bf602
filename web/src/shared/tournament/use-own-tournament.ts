import type { TournamentDetails } from '@doushouqi/protocol';
import { useEffect, useState } from 'react';
import { serverNow } from '../../client/time.ts';
import { type NextStep, nextStep, ownTournament } from './next-step.ts';
import { useTournament, useTournaments } from './queries.ts';

/** The server's time, epoch ms; renders each second while `isOn`. */
export function useSecond(isOn = true): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    if (!isOn) return;
    setNow(serverNow());
    const timer = setInterval(() => setNow(serverNow()), 1_000);
    return () => clearInterval(timer);
  }, [isOn]);
  return now;
}

export interface OwnTournament {
  tournament: TournamentDetails;
  step: NextStep;
  now: number;
}

/** Returns what comes next in the user's tournament; null for nothing, and while it loads. */
export function useOwnTournament(): OwnTournament | null {
  const { data: list } = useTournaments();
  const [minute, setMinute] = useState(serverNow);
  // One that starts within the hour appears without an event.
  useEffect(() => {
    const timer = setInterval(() => setMinute(serverNow()), 15_000);
    return () => clearInterval(timer);
  }, []);
  const own = list ? ownTournament(list, minute) : null;
  const { data: tournament } = useTournament(own?.id ?? null, true);
  const now = useSecond(own !== null);
  const step = tournament ? nextStep(tournament, now) : null;
  return tournament && step ? { tournament, step, now } : null;
}
