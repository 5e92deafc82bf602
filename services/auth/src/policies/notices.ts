import type { AccessChange, ReviewReason } from '@doushouqi/protocol';
import type { Origin } from './origin.ts';

/** What happened to an account, for a notice to the address that was verified before. */
export type Notice =
  | { kind: 'event'; reason: ReviewReason; suspended: readonly string[] }
  | { kind: 'change'; what: AccessChange['what'] }
  | { kind: 'review'; ended: readonly string[] };

const EVENTS = {
  password: '密码已修改',
  recovery: '已用恢复码找回账号，并设了新密码',
  reset: '已用邮件里的链接设了新密码',
  devices: '已退出其他所有设备',
} as const satisfies Record<ReviewReason, string>;

const CHANGES = {
  codes: '换了一套恢复码，以前的都作废了',
  'codes-removed': '停用了恢复码',
  email: '换了找回密码用的邮箱，以后不再寄到这里',
  'email-removed': '移除了找回密码用的邮箱，以后不再寄到这里',
  passkey: '添加了一个通行密钥',
  'passkey-removed': '移除了一个通行密钥',
  password: EVENTS.password,
  factor: '设了登录后台用的验证器',
} as const satisfies Record<AccessChange['what'], string>;

const TAKE_BACK = '不是你的操作，请马上找回账号：在登录页选“忘记密码”，用恢复码、邮件或通行密钥都可以。';
const CHANGE_PASSWORD =
  '不是你的操作，请马上登录，修改密码。近 30 天添加的恢复码、邮箱和通行密钥会先停用，由你决定留下哪些。';

function sentencesOf(notice: Notice): { subject: string; news: string; advice: string } {
  if (notice.kind === 'change')
    return { subject: '登录方式有变化', news: CHANGES[notice.what], advice: CHANGE_PASSWORD };
  if (notice.kind === 'review')
    return {
      subject: '停用了登录方式',
      news: `停用了这些登录方式：${notice.ended.join('、')}`,
      advice: TAKE_BACK,
    };
  const { reason, suspended } = notice;
  const stopped = suspended.length === 0 ? '' : `。近 30 天添加的先停用了：${suspended.join('、')}`;
  return { subject: EVENTS[reason], news: `${EVENTS[reason]}${stopped}`, advice: TAKE_BACK };
}

const TIME = new Intl.DateTimeFormat('zh-CN', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Asia/Shanghai',
});

/** Returns the e-mail of a notice. `at` in epoch ms. Pure. */
export function noticeMail(
  notice: Notice,
  { username, origin, at }: { username: string; origin: Pick<Origin, 'device' | 'network'>; at: number },
): { subject: string; text: string } {
  const { subject, news, advice } = sentencesOf(notice);
  const lines = [
    `斗兽棋账号 ${username} ${news}。`,
    '',
    `时间：${TIME.format(at)}（北京时间）`,
    `设备：${origin.device}`,
    `网络地址：${origin.network ?? '未知'}`,
    '',
    advice,
    '',
  ];
  return { subject: `斗兽棋：${subject}`, text: lines.join('\n') };
}
