import { type OfferKind, requesterOf } from '@doushouqi/room';
import { useCallback, useEffect, useState } from 'react';
import { attemptRated } from '../../shared/pairing/attempt-rated.ts';
import { buzz, sound } from '../../shared/table/settings.ts';
import { toast } from '../../ui/toast-store.ts';
import { useCountdown } from '../../ui/use-timers.ts';
import { cooldownSeconds, hasOffer, type Prompt, promptQueue } from './online/offers.ts';
import type { OnlineGame } from './online/online-game.ts';
import { t } from './texts.ts';
import { useOnline, useRoom } from './use-open-room.ts';

const NONE: readonly Prompt[] = [];

/** The opponent's offers; the visible one is first. */
export function usePrompts(game: OnlineGame): readonly Prompt[] {
  const [queue, setQueue] = useState(NONE);
  const header = useRoom(game, (room) => (hasOffer(room.header) ? room.header : null));
  const isPlayer = useOnline(game, ({ own }) => own !== null);
  const next = isPlayer && header && game.userId !== null ? promptQueue(queue, header, game.userId) : NONE;
  if (next !== queue) setQueue(next);
  const last = next.at(-1)?.id;
  useEffect(() => {
    if (!last) return;
    sound('prompt', { urgent: true });
    buzz([20, 40, 20]);
  }, [last]);
  return next;
}

/** Seconds until the user may make this offer again. */
export function useCooldown(game: OnlineGame, kind: OfferKind): number {
  const askedAt = useOnline(game, (state) => state.offeredAt[kind]);
  return useCountdown(useCallback(() => cooldownSeconds(askedAt, performance.now()), [askedAt]));
}

/** Makes an offer; during its cooldown a press shows the seconds left. */
export function useAsk({ offers, store }: OnlineGame): (kind: OfferKind) => Promise<void> {
  const [busy, setBusy] = useState(false);
  return async (kind) => {
    const cooldown = cooldownSeconds(store.getState().offeredAt[kind], performance.now());
    if (cooldown > 0) {
      toast.warning(t(`offer.wait.${kind}`, { seconds: cooldown }));
      return;
    }
    if (busy) return;
    setBusy(true);
    await attemptRated(offers.ask(kind), t('requestFailed'));
    setBusy(false);
  };
}

/** Whether the user has made this offer and waits for the answer. */
export function useIsAsking(game: OnlineGame, kind: OfferKind): boolean {
  return useRoom(game, ({ header }) => game.userId !== null && requesterOf(header, kind) === game.userId);
}
