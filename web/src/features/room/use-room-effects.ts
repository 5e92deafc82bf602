import { ERRORS } from '@doushouqi/protocol';
import { lastMove, type Player, plyCount } from '@doushouqi/rules';
import type { TFunction } from 'i18next';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { motionAllowed } from '../../board/motion.ts';
import { unlockSounds } from '../../board/sounds.ts';
import type { Point } from '../../board/types.ts';
import { soundOf } from '../../game/board-model.ts';
import { answerFor } from '../../game/offers.ts';
import type { OnlineGame } from '../../game/online-game.ts';
import type { OnlineState } from '../../game/online-state.ts';
import { toast } from '../../ui/toast-store.ts';
import { lastFromOthers, MESSAGE_SOUND_PAUSE } from './chat-lines.ts';
import { sound } from './sound-setting.ts';

/** Shakes a phone, for those who do not mind motion. */
export const buzz = (pattern: number | number[]): void => {
  if (motionAllowed() && 'vibrate' in navigator) navigator.vibrate(pattern);
};

/** The sound of one more move on the shown board; jumps of the position are silent. */
const hearMove = (before: OnlineState, after: OnlineState, seat: Player | null): void => {
  if (!before.shown || !after.shown || plyCount(after.shown) !== plyCount(before.shown) + 1) return;
  const move = lastMove(after.shown);
  if (!move) return;
  const own = move.player === seat;
  sound(soundOf(move), { urgent: !own });
  if (own || move.capturedPiece !== null) buzz(move.capturedPiece === null ? 10 : [20, 40, 20]);
};

const hearStatus = (before: OnlineState, after: OnlineState, seat: Player | null): void => {
  const old = before.local.room?.header;
  const now = after.local.room?.header;
  if (!old || !now || old.status === now.status) return;
  if (now.status === 'playing') sound('start', { urgent: true });
  else if (now.status === 'draw') sound('draw');
  // The gong of the den was heard with the move.
  else if (now.status !== 'waiting' && now.endReason !== 'DEN_CAPTURED') {
    sound(seat !== null && now.winner !== seat ? 'lose' : 'win');
  }
};

const tellTimeUp = (before: OnlineState, after: OnlineState, seat: Player | null): boolean => {
  const old = before.local.room?.header;
  const now = after.local.room?.header;
  const lost = seat !== null && now?.endReason === 'TIME_UP' && now.winner !== seat;
  return lost && old?.status === 'playing' && now?.status !== 'playing';
};

/** The requester learns what became of the offer, and the server may forget it (spec §4). */
const tellAnswer = (t: TFunction, game: OnlineGame, before: OnlineState, after: OnlineState): void => {
  const old = before.local.room?.header;
  const now = after.local.room?.header;
  if (!old || !now || old === now || game.userId === null) return;
  const answer = answerFor(old, now, game.userId);
  if (!answer) return;
  const text = t(`room.offer.${answer.accepted ? 'accepted' : 'rejected'}.${answer.kind}`);
  if (answer.accepted) toast.success(text);
  else toast.warning(text);
  // Left uncleared it is only old news, which nobody is told twice.
  void game.commands.clearAction().catch(() => {});
};

const hearChat = (game: OnlineGame, before: OnlineState, after: OnlineState): boolean => {
  const old = before.local.room;
  const now = after.local.room;
  if (!old || !now || old.chat === now.chat) return false;
  const last = lastFromOthers(now.chat, game.userId);
  return last !== null && last.id !== lastFromOthers(old.chat, game.userId)?.id;
};

/** A refused move: its piece shakes once for every new `id`. */
export interface RefusedMove {
  at: Point;
  id: number;
}

/** Sounds and banners of a room; returns the last refused move. */
export const useRoomEffects = (game: OnlineGame, seat: Player | null): RefusedMove | null => {
  const { t } = useTranslation();
  const [refused, setRefused] = useState<RefusedMove | null>(null);
  const count = useRef(0);
  const messageHeardAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(unlockSounds, []);
  useEffect(
    () =>
      game.store.subscribe((after, before) => {
        hearMove(before, after, seat);
        hearStatus(before, after, seat);
        tellAnswer(t, game, before, after);
        if (
          hearChat(game, before, after) &&
          performance.now() - messageHeardAt.current >= MESSAGE_SOUND_PAUSE
        ) {
          messageHeardAt.current = performance.now();
          sound('message');
        }
        if (tellTimeUp(before, after, seat)) toast.warning(t('room.timeUp'));
      }),
    [game, seat, t],
  );
  useEffect(
    () =>
      game.listen((notice) => {
        if (notice.kind === 'reconnected') return toast.success(t('room.connection.up'));
        if (notice.kind === 'overtaken') return toast.warning(ERRORS.STALE_MOVE.message);
        if (notice.kind === 'premoveDropped') return sound('dropped');
        if (notice.kind === 'nudged') {
          sound('knock', { urgent: true });
          return toast.info(t('room.nudge.done', { name: notice.nickname }));
        }
        sound('illegal');
        if (notice.from) setRefused({ at: notice.from, id: count.current++ });
        return toast.error(notice.message);
      }),
    [game, t],
  );
  return refused;
};
