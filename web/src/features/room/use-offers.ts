import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type CooledOffer,
  cooldownSeconds,
  type Prompt,
  promptQueue,
  requesterOf,
} from '../../game/offers.ts';
import type { OnlineGame } from '../../game/online-game.ts';
import type { OfferKind } from '../../game/room-log.ts';
import { toast } from '../../ui/toast-store.ts';
import { attempt } from './attempt.ts';
import { sound } from './sound-setting.ts';
import { useCountdown } from './use-countdown.ts';
import { useGame } from './use-online-game.ts';
import { buzz } from './use-room-effects.ts';
import type { RoomView } from './use-room-view.ts';

const NOBODY: readonly Prompt[] = [];

/** The opponent's questions, the one on the screen first. */
export const usePrompts = ({ game, room, seat }: RoomView): readonly Prompt[] => {
  const [queue, setQueue] = useState(NOBODY);
  const next = seat === null || game.userId === null ? NOBODY : promptQueue(queue, room.header, game.userId);
  if (next !== queue) setQueue(next);
  const last = next.at(-1)?.id;
  useEffect(() => {
    if (!last) return;
    sound('prompt', { urgent: true });
    buzz([20, 40, 20]);
  }, [last]);
  return next;
};

/** Seconds until the person may ask for this again. */
export const useCooldown = (game: OnlineGame, kind: CooledOffer): number => {
  const askedAt = useGame(game, (state) => state.offeredAt[kind]);
  return useCountdown(useCallback(() => cooldownSeconds(askedAt, performance.now()), [askedAt]));
};

/** Asks the opponent for something; a press in the pause says how long it still is. */
export const useAsk = (game: OnlineGame): ((kind: OfferKind, cooldown: number) => Promise<void>) => {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  return async (kind, cooldown) => {
    if (cooldown > 0 && kind !== 'reset') {
      toast.warning(t(`room.offer.wait.${kind}`, { seconds: cooldown }));
      return;
    }
    if (busy) return;
    setBusy(true);
    await attempt(game.commands.offer(kind), t('room.requestFailed'));
    setBusy(false);
  };
};

/** Whether the person has asked for this and waits for the answer. */
export const isAsking = ({ game, room }: Pick<RoomView, 'game' | 'room'>, kind: OfferKind): boolean =>
  game.userId !== null && requesterOf(room.header, kind) === game.userId;
