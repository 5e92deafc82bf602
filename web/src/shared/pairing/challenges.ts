import { ApiError, type Challenge, type PairingColor } from '@doushouqi/protocol';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../client/api.ts';
import { callPairing } from '../../client/pairing-call.ts';
import { session, useSession } from '../../client/session.ts';
import { toast } from '../../ui/toast-store.ts';
import { attemptRated } from './attempt-rated.ts';
import { challengeText } from './challenge-texts.ts';
import { controlText } from './pools.ts';
import { pairedWith } from './search.ts';
import { t } from './texts.ts';

/** Milliseconds between two requests for the visible challenges. */
const REFETCH_INTERVAL = 5_000;

const LIST = ['challenges'] as const;
const OWN = ['own-challenge'] as const;

/** Open challenges, and the user's own one separately. */
export function useChallenges() {
  const userId = useSession(({ user }) => user?._id);
  return useQuery({
    queryKey: [...LIST, userId],
    queryFn: async () => (await api.listChallenges()).challenges.filter(({ from }) => from._id !== userId),
    staleTime: REFETCH_INTERVAL,
    refetchInterval: REFETCH_INTERVAL,
    retry: false,
  });
}

/** The user's own challenge and pause; no data for visitors. */
export function useOwnPairing() {
  const userId = useSession(({ user }) => user?._id);
  return useQuery({
    queryKey: [...OWN, userId],
    queryFn: () => api.getMyPairing(),
    enabled: userId !== undefined,
    staleTime: REFETCH_INTERVAL,
    refetchInterval: REFETCH_INTERVAL,
    retry: false,
  });
}

/** Returns a function that fetches both lists again. */
export function useRefreshChallenges(): () => void {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: LIST });
    void client.invalidateQueries({ queryKey: OWN });
  };
}

/** The public link of a challenge. */
export function challengeLink({ id }: Pick<Challenge, 'id'>): string {
  return `${window.location.origin}/challenge/${id}`;
}

/** Returns the color of the user who accepts. Pure. */
export function colorOffered({ color }: Pick<Challenge, 'color'>): Challenge['color'] {
  const others: Record<PairingColor, PairingColor> = { red: 'blue', blue: 'red' };
  return color === 'random' ? 'random' : others[color];
}

/** Describes the offer for a user who may accept it: `5+3 · 排位 · 你执蓝`. */
export function whatOffered(challenge: Challenge): string {
  return challengeText('challenges.what', {
    control: controlText(challenge),
    kind: t(`kind.${challenge.rated ? 'rated' : 'casual'}`),
    color: challengeText(`challenges.color.${colorOffered(challenge)}`),
  });
}

/** Accepts, withdraws or declines a challenge. A visitor logs in first, and then accepts. */
export function useAnswering(challenge: Challenge) {
  const refresh = useRefreshChallenges();
  const [busy, setBusy] = useState(false);
  const { id, from, rated } = challenge;
  const accepted = async (): Promise<void> => {
    const { roomId, color } = await api.acceptChallenge({ params: { id } });
    callPairing();
    pairedWith({ roomId, opponent: from, color });
  };
  const during = async (work: Promise<void>): Promise<boolean> => {
    setBusy(true);
    const done = await attemptRated(work, challengeText('challenges.failed'));
    setBusy(false);
    refresh();
    return done;
  };
  return {
    busy,
    accept: (): void => {
      const { user } = session.store.getState();
      const intention = { action: 'accept', of: id } as const;
      if (user && !(user.isGuest && rated)) void during(accepted());
      else session.requestLogin(`/challenge/${id}`, { why: rated ? 'rated' : 'accept', intention });
    },
    remove: (): Promise<boolean> => during(removed(id)),
  };
}

/** A challenge that no longer exists counts as removed. */
async function removed(id: string): Promise<void> {
  try {
    await api.removeChallenge({ params: { id } });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'CHALLENGE_GONE')) throw error;
  }
}

/** Shows that the friend declined. */
export function notifyDeclined(nickname: string): void {
  toast.info(challengeText('challenges.declined', { name: nickname }));
}
