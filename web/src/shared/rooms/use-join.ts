import { ApiError, type RoomWish } from '@doushouqi/protocol';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { api } from '../../client/api.ts';
import { forgetGames } from '../../client/remembered-games.ts';
import { roomNumber, roomPath } from '../../client/rooms.ts';
import { session } from '../../client/session.ts';
import { t as appText } from '../../client/texts.ts';
import { confirm } from '../../ui/confirm-store.ts';
import { toast } from '../../ui/toast-store.ts';
import { t as roomText } from '../people/room-texts.ts';
import { joinFailure } from './join-failure.ts';
import { t } from './texts.ts';

export type JoinAction = 'join' | 'create';

/** Returns functions that join or create a room and navigate to it; a failure shows a message. */
export function useJoin() {
  const navigate = useNavigate();
  const [busy, setBusy] = useState<JoinAction>();

  const fail = (error: unknown, roomId: string, action: JoinAction, wish: RoomWish) => {
    const failure = joinFailure(error);
    if ('message' in failure) return toast.error(failure.message);
    if (failure.key !== 'needLogin') return toast.error(t(failure.key));
    toast.warning(appText('session.needed'));
    const intention = { action: action === 'create' ? 'create' : 'enter', of: roomId, wish } as const;
    session.requestLogin(roomPath(roomId), { why: 'room', intention });
  };
  const enter = async (roomId: string, action: JoinAction, wish: RoomWish) => {
    const body = { ...wish, roomId, create: action === 'create' };
    const { spectators } = await api.joinRoom({ body });
    if (wish.daysPerMove) forgetGames();
    const me = session.store.getState().user?._id;
    const isWatching = me !== undefined && spectators.includes(me);
    const entered = action === 'create' ? 'opened' : 'joined';
    toast.success(roomText(`entered.${isWatching ? 'spectating' : entered}`));
    await navigate(roomPath(roomId));
  };
  const attempt = async (
    roomId: string,
    action: JoinAction,
    wish: RoomWish = {},
  ): Promise<'done' | 'unknown'> => {
    setBusy(action);
    try {
      await enter(roomId, action, wish);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'ROOM_NOT_FOUND') return 'unknown';
      fail(error, roomId, action, wish);
    } finally {
      setBusy(undefined);
    }
    return 'done';
  };
  /** A mistyped number creates no room: the user must confirm. A room that was created meanwhile is joined. */
  const join = async (roomId: string) => {
    if ((await attempt(roomId, 'join')) === 'done') return;
    const creates = await confirm({
      type: 'info',
      title: t('unknown', { id: roomId }),
      message: t('unknownHint'),
      confirmText: t('create'),
      cancelText: t('again'),
    });
    if (creates) await attempt(roomId, 'create');
  };
  return {
    busy,
    join: (roomId: string) => void join(roomId),
    create: (wish?: RoomWish) =>
      void attempt(roomNumber(crypto.getRandomValues(new Uint8Array(6))), 'create', wish),
  };
}
