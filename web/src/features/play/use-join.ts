import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { api } from '../../app/api.ts';
import { session } from '../../app/session.ts';
import { toast } from '../../ui/toast-store.ts';
import { joinFailure } from './entry.ts';
import { roomNumber } from './room-number.ts';

export type JoinAction = 'join' | 'create';

/** Joins or makes a room and goes there; says what went wrong otherwise (spec §8, room entry). */
export function useJoin() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [busy, setBusy] = useState<JoinAction>();

  const fail = (error: unknown, path: string) => {
    const failure = joinFailure(error);
    if ('message' in failure) return toast.error(failure.message);
    if (failure.key !== 'needLogin') return toast.error(t(`play.entry.${failure.key}`));
    toast.warning(t('auth.needLogin'));
    session.requestLogin(path);
  };
  const enter = async (roomId: string, action: JoinAction) => {
    setBusy(action);
    const path = `/play/room/${roomId}`;
    try {
      const { spectators } = await api.joinRoom({ body: { roomId } });
      const me = session.store.getState().user?._id;
      const watching = me !== undefined && spectators.includes(me);
      const arrived = action === 'create' ? 'opened' : watching ? 'spectating' : 'joined';
      toast.success(t(`play.entry.${arrived}`));
      await navigate(path);
    } catch (error) {
      fail(error, path);
    } finally {
      setBusy(undefined);
    }
  };
  return {
    busy,
    join: (roomId: string) => void enter(roomId, 'join'),
    create: () => void enter(roomNumber(crypto.getRandomValues(new Uint8Array(6))), 'create'),
  };
}
