import { INVITE_LIFE, type PublicUser } from '@doushouqi/protocol';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { api } from '../../client/api.ts';
import { roomNumber } from '../../client/rooms.ts';
import { session, useSession } from '../../client/session.ts';
import { confirm } from '../../ui/confirm-store.ts';
import { toast } from '../../ui/toast-store.ts';
import { failureText, tried } from './failure.ts';
import {
  refetchSentRequests,
  refreshSocial,
  setInvited,
  useFriends,
  useInvited,
  useRequests,
  useSentRequests,
} from './queries.ts';
import { type Relation, relationOf } from './relation.ts';
import { t as roomText } from './room-texts.ts';
import { t } from './texts.ts';

type Person = Pick<PublicUser, '_id' | 'nickname'>;

/** Relation to a user; null for visitors, and while loading. */
export function useRelation(userId: string): Relation | null {
  const me = useSession((state) => state.user?._id);
  const friends = useFriends().data;
  const requests = useRequests().data ?? [];
  const sent = useSentRequests().data ?? [];
  return me === undefined || !friends ? null : relationOf(userId, { me, friends, requests, sent });
}

/** Runs an action and shows its result. */
type Act = (call: () => Promise<string>, failed: string) => Promise<void>;

function useAct(): { busy: boolean; act: Act } {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const act: Act = async (call, failed) => {
    setBusy(true);
    try {
      toast.success(await call());
    } catch (error) {
      toast.error(failureText(error, failed));
    }
    setBusy(false);
    // Also after a refusal, which may mean that the shown data is outdated.
    refreshSocial(client, 'friends', 'requests', 'sent', 'blocked', 'unread');
  };
  return { busy, act };
}

/**
 * Sends a friend request; resolves to whether the users are friends at once. Otherwise the request is listed before
 * this
 * resolves, so that a second press is impossible.
 */
async function befriend(client: QueryClient, toUserId: string): Promise<boolean> {
  const { friends } = await api.requestFriend({ body: { toUserId } });
  if (!friends) await refetchSentRequests(client);
  return friends;
}

/** Asks for confirmation. */
function isSure(what: 'remove' | 'block', name: string): Promise<boolean> {
  return confirm({
    title: t(`${what}.title`, { name }),
    message: t(`${what}.message`),
    confirmText: t(`${what}.confirm`),
  });
}

/** Actions for users; `busy` while one of them runs. */
export function usePeople() {
  const client = useQueryClient();
  const { busy, act } = useAct();
  return {
    busy,
    add: ({ _id }: Person) =>
      act(async () => t((await befriend(client, _id)) ? 'add.done' : 'add.sent'), t('add.failed')),
    answer: ({ _id: fromUserId }: Person, accept: boolean) =>
      act(async () => {
        await api.handleRequest({ body: { fromUserId, accept } });
        return t(accept ? 'requests.accepted' : 'requests.rejected');
      }, t('requests.failed')),
    withdraw: ({ _id: userId }: Person) =>
      act(async () => {
        await api.withdrawRequest({ params: { userId } });
        return t('sent.withdrawn');
      }, t('sent.failed')),
    remove: async ({ _id: friendId, nickname }: Person) => {
      if (!(await isSure('remove', nickname))) return;
      await act(async () => {
        await api.removeFriend({ body: { friendId } });
        return t('remove.done');
      }, t('remove.failed'));
    },
    block: async ({ _id: userId, nickname }: Person) => {
      if (!(await isSure('block', nickname))) return;
      await act(async () => {
        await api.blockUser({ body: { userId } });
        return t('block.done');
      }, t('block.failed'));
    },
    unblock: ({ _id: userId }: Person) =>
      act(async () => {
        await api.unblockUser({ body: { userId } });
        return t('block.undone');
      }, t('block.undoFailed')),
  };
}

/** Invites a friend to a room, or to a new one; `invited` until the friend answers or the invitation expires. */
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

/** Joining a friend who waits alone takes a seat instead of watching: asks for confirmation. */
async function confirmJoin(roomId: string, name: string): Promise<boolean> {
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

/** Opens the room that a friend is in, as the room entry does; fails if the friend has just left. */
export function useWatch() {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const join = async (roomId: string, name: string) =>
    (await confirmJoin(roomId, name)) ? api.joinRoom({ body: { roomId, create: false } }) : undefined;
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
