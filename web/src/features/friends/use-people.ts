import { ApiError, type PublicUser } from '@doushouqi/protocol';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api.ts';
import { useSession } from '../../app/session.ts';
import { confirm } from '../../ui/confirm-store.ts';
import { toast } from '../../ui/toast-store.ts';
import { failureText } from './failure.ts';
import { setMark, useMark } from './marks.ts';
import { refreshSocial, useFriends, useRequests } from './queries.ts';
import { type Relation, relationOf } from './relation.ts';

type Person = Pick<PublicUser, '_id' | 'nickname'>;

/** What a user is to the person who looks; null for visitors, and while that is not known. */
export const useRelation = (userId: string): Relation | null => {
  const me = useSession((state) => state.user?._id);
  const friends = useFriends().data;
  const requests = useRequests().data ?? [];
  const asked = useMark('asked', userId);
  return me === undefined || !friends ? null : relationOf(userId, { me, friends, requests, asked });
};

/** What one can do about people. Each says what became of it (spec §8); `busy` while one of them is on its way. */
export const usePeople = () => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);

  const act = async (call: () => Promise<string>, failed: string): Promise<void> => {
    setBusy(true);
    try {
      toast.success(await call());
    } catch (error) {
      toast.error(failureText(error, failed));
    }
    setBusy(false);
    // Also after a refusal: it may say that what is shown is old.
    refreshSocial(client, 'friends', 'requests', 'blocked', 'unread');
  };

  return {
    busy,
    add: ({ _id: toUserId }: Person) =>
      act(async () => {
        const pending = (error: unknown) => {
          if (error instanceof ApiError && error.code === 'REQUEST_PENDING')
            setMark(client, 'asked', toUserId);
          throw error;
        };
        const { friends } = await api.requestFriend({ body: { toUserId } }).catch(pending);
        if (!friends) setMark(client, 'asked', toUserId);
        return t(friends ? 'friends.add.done' : 'friends.add.sent');
      }, t('friends.add.failed')),
    answer: ({ _id: fromUserId }: Person, accept: boolean) =>
      act(async () => {
        await api.handleRequest({ body: { fromUserId, accept } });
        return t(accept ? 'friends.requests.accepted' : 'friends.requests.rejected');
      }, t('friends.requests.failed')),
    remove: async ({ _id: friendId, nickname: name }: Person) => {
      const sure = await confirm({
        title: t('friends.remove.title', { name }),
        message: t('friends.remove.message'),
        confirmText: t('friends.remove.confirm'),
      });
      if (!sure) return;
      await act(async () => {
        await api.removeFriend({ body: { friendId } });
        return t('friends.remove.done');
      }, t('friends.remove.failed'));
    },
    block: async ({ _id: userId, nickname: name }: Person) => {
      const sure = await confirm({
        title: t('friends.block.title', { name }),
        message: t('friends.block.message'),
        confirmText: t('friends.block.confirm'),
      });
      if (!sure) return;
      await act(async () => {
        await api.blockUser({ body: { userId } });
        return t('friends.block.done');
      }, t('friends.block.failed'));
    },
    unblock: ({ _id: userId }: Person) =>
      act(async () => {
        await api.unblockUser({ body: { userId } });
        return t('friends.block.undone');
      }, t('friends.block.undoFailed')),
  };
};
