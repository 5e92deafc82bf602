import { INVITE_LIFE } from '@doushouqi/protocol';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { api } from '../../client/api.ts';
import { roomNumber } from '../../client/rooms.ts';
import { session } from '../../client/session.ts';
import { confirm } from '../../ui/confirm-store.ts';
import { toast } from '../../ui/toast-store.ts';
import { tried } from './failure.ts';
import { setInvited, useInvited } from './marks.ts';
import { t as roomText } from './room-texts.ts';
import { t } from './texts.ts';

/** Invites a friend to a room, or to a new one; `invited` until the friend answers or the invitation lapses. */
export function useInvite(friendId: string, roomId?: string) {
  const client = useQueryClient();
  const invited = useInvited(friendId);
  const [busy, setBusy] = useState(false);
  const invite = async (): Promise<void> => {
    setBusy(true);
    const room = roomId ?? roomNumber(crypto.getRandomValues(new Uint8Array(6)));
    const sent = await tried(api.inviteFriend({ body: { friendId, roomId: room } }), t('invite.failed'));
    setBusy(false);
    if (!sent) return;
    toast.info(t('invite.sent'));
    setInvited(client, friendId, true);
    setTimeout(() => setInvited(client, friendId, false), INVITE_LIFE);
  };
  return { invited, busy, invite };
}

/** Whoever wants to watch a friend who waits alone would be seated: it is asked whether that is meant. */
async function meansToGo(roomId: string, name: string): Promise<boolean> {
  const { status, players } = await api.getRoom({ params: { roomId }, query: { view: 'compact' } });
  const me = session.store.getState().user?._id ?? '';
  if (status !== 'waiting' || players.includes(me)) return true;
  return confirm({
    type: 'info',
    title: t('watch.title', { name }),
    message: t('watch.message', { id: roomId }),
    confirmText: t('watch.confirm'),
  });
}

/** Goes to the room that a friend is in, by the call of the room entry; there is one, or the friend has just left. */
export function useWatch() {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const join = async (roomId: string, name: string) =>
    (await meansToGo(roomId, name)) ? api.joinRoom({ body: { roomId, create: false } }) : undefined;
  const watch = async (roomId: string, name: string): Promise<void> => {
    setBusy(true);
    const room = await tried(join(roomId, name), t('invite.failed'));
    setBusy(false);
    if (!room) return;
    const me = session.store.getState().user?._id;
    const watching = me !== undefined && room.spectators.includes(me);
    toast.success(roomText(watching ? 'entered.spectating' : 'entered.joined'));
    await navigate(`/play/room/${roomId}`);
  };
  return { busy, watch };
}
