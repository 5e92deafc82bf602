import type { Reported } from '@doushouqi/protocol';
import { api } from '../../client/api.ts';
import { attempt } from '../../client/attempt.ts';
import { confirm } from '../../ui/confirm-store.ts';
import { defineTexts } from '../../ui/define-texts.ts';
import { toast } from '../../ui/toast-store.ts';

const t = defineTexts({
  title: {
    lobbyLine: '举报这句话？',
    message: '举报这句话？',
    roomLine: '举报这句话？',
    nickname: '举报这个昵称？',
    avatar: '举报这个头像？',
  },
  message: '“{{content}}”会交给管理员查看，对方不会知道是谁举报的。',
  avatar: '{{content}}的头像会交给管理员查看，对方不会知道是谁举报的。',
  confirm: '举报',
  done: '已举报，谢谢你',
  failed: '举报没有送到，请重试',
});

/** Asks the user and reports to the operators. `content`: the text, or the name of the avatar's user. */
export async function askToReport(reported: Reported, content: string): Promise<void> {
  const { kind } = reported;
  const sure = await confirm({
    title: t(`title.${kind}`),
    message: t(kind === 'avatar' ? 'avatar' : 'message', { content }),
    confirmText: t('confirm'),
  });
  if (!sure) return;
  const call = api.report({ body: reported }).then(() => {});
  if (await attempt(call, t('failed'))) toast.success(t('done'));
}
