import { ERRORS } from '@doushouqi/protocol';
import { useEffect, useRef } from 'react';
import { sound } from '../../shared/table/sound-setting.ts';
import { toast } from '../../ui/toast-store.ts';
import { lastFromOthers, MESSAGE_SOUND_PAUSE } from './chat-items.ts';
import { answerFor, offerName } from './online/offers.ts';
import type { OnlineGame } from './online/online-game.ts';
import type { OnlineState } from './online/online-state.ts';
import { t } from './texts.ts';

/** The requester learns what became of the offer, and the server may forget it (spec §4). */
function tellAnswer(game: OnlineGame, before: OnlineState, after: OnlineState): void {
  const old = before.local.room?.header;
  const now = after.local.room?.header;
  if (!old || !now || old === now || game.userId === null) return;
  const answer = answerFor(old, now, game.userId);
  if (!answer) return;
  const name = offerName(answer.kind, answer.over);
  const text = t(`offer.${answer.accepted ? 'accepted' : 'rejected'}.${name}`);
  if (answer.accepted) toast.success(text);
  else toast.warning(text);
  // Left uncleared it is only old news, which nobody is told twice.
  void game.commands.clearAction().catch(() => {});
}

function isSpokenTo(game: OnlineGame, before: OnlineState, after: OnlineState): boolean {
  const old = before.local.room;
  const now = after.local.room;
  if (!old || !now || old.chat === now.chat) return false;
  const last = lastFromOthers(now.chat, game.userId);
  return last !== null && last.id !== lastFromOthers(old.chat, game.userId)?.id;
}

/** Sounds and banners of a room, besides those of its game. */
export function useRoomEffects(game: OnlineGame): void {
  const messageHeardAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(
    () =>
      game.store.subscribe((after, before) => {
        tellAnswer(game, before, after);
        if (!isSpokenTo(game, before, after)) return;
        if (performance.now() - messageHeardAt.current < MESSAGE_SOUND_PAUSE) return;
        messageHeardAt.current = performance.now();
        sound('message');
      }),
    [game],
  );
  useEffect(
    () =>
      game.listenRoom((notice) => {
        if (notice.kind === 'reconnected') return toast.success(t('connection.up'));
        if (notice.kind === 'overtaken') return toast.warning(ERRORS.STALE_MOVE.message);
        if (notice.kind !== 'nudged') return toast.error(t(`trouble.${notice.kind}`));
        sound('knock', { urgent: true });
        return toast.info(t('nudged', { name: notice.nickname }));
      }),
    [game],
  );
}
