import type { SanctionKind, Violation } from '@doushouqi/protocol';

export const KIND_NAMES: Readonly<Record<SanctionKind, string>> = {
  warn: '警告',
  mute: '禁言',
  shadow: '静默',
  rename: '改名',
  avatar: '重置头像',
  unrated: '停排位',
  close: '停用账号',
};

export const VIOLATION_NAMES: Readonly<Record<Violation, string>> = {
  abuse: '辱骂',
  advert: '广告',
  harassment: '骚扰',
  name: '不当昵称',
  engine: '使用引擎',
  stalling: '消极对局',
  arranged: '约定胜负',
  other: '其他',
};

const HOURS_OF_DAY = 24;

/** Returns the kind and duration of a sanction: `禁言 1 天`. `hours`: null for ever. */
export function sanctionName(kind: SanctionKind, hours: number | null, isLasting: boolean): string {
  const name = KIND_NAMES[kind];
  if (!isLasting) return name;
  if (hours === null) return `${name}（不限期）`;
  return hours % HOURS_OF_DAY === 0 ? `${name} ${hours / HOURS_OF_DAY} 天` : `${name} ${hours} 小时`;
}

/** What the log says of each action. */
export const ACTION_TEXTS = {
  dismissed: (reports: number) => `驳回举报 ${reports} 条`,
  imposed: (name: string, violation: Violation) => `${name}（${VIOLATION_NAMES[violation]}）`,
  proposed: (name: string, violation: Violation) => `提请${name}（${VIOLATION_NAMES[violation]}）`,
  approved: (name: string) => `同意${name}`,
  refused: (name: string) => `不同意${name}`,
  withdrawn: (name: string) => `撤回${name}`,
  ended: (name: string) => `解除${name}`,
  answered: (name: string, isGranted: boolean) => `${isGranted ? '支持申诉' : '驳回申诉'}：${name}`,
} as const;

const MAINTENANCE_TIME = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  hourCycle: 'h23',
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
const REGISTRATION_TEXTS = { open: '开放注册', proof: '注册要先验证', closed: '暂停注册' } as const;

function onOff(name: string) {
  return (isOn: boolean): string => `${isOn ? '打开' : '关闭'}${name}`;
}

/** What the log says of each change of the settings of the site. */
export const SITE_TEXTS = {
  announced: (text: string) => `发公告“${text}”`,
  changedAnnouncement: (text: string) => `改公告“${text}”`,
  withdrawn: (text: string) => `撤下公告“${text}”`,
  groupNumber: (number: string | null) => (number === null ? '群号按配置文件' : `群号改为 ${number || '空'}`),
  showsGroup: (isOn: boolean) => (isOn ? '首页显示群号' : '首页不显示群号'),
  registration: (value: keyof typeof REGISTRATION_TEXTS | null) =>
    value === null ? '注册按配置文件' : REGISTRATION_TEXTS[value],
  guests: (value: boolean | null) =>
    value === null ? '游客按配置文件' : value ? '开放新游客' : '暂停新游客',
  bots: onOff('机器人'),
  lobbyChat: onOff('大厅聊天'),
  rated: onOff('排位'),
  maintenance: (planned: { startsAt: number; minutes: number } | null) =>
    planned === null
      ? '取消维护通知'
      : `维护通知：${MAINTENANCE_TIME.format(planned.startsAt)}起 ${planned.minutes} 分钟`,
  readOnly: onOff('只看不下'),
  nothing: '站点设置没有变化',
} as const;
