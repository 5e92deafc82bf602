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

/** What the log says of each deed. */
export const DEEDS = {
  dismissed: (reports: number) => `驳回举报 ${reports} 条`,
  imposed: (name: string, violation: Violation) => `${name}（${VIOLATION_NAMES[violation]}）`,
  proposed: (name: string, violation: Violation) => `提请${name}（${VIOLATION_NAMES[violation]}）`,
  approved: (name: string) => `同意${name}`,
  refused: (name: string) => `不同意${name}`,
  withdrawn: (name: string) => `撤回${name}`,
  ended: (name: string) => `解除${name}`,
  answered: (name: string, isGranted: boolean) => `${isGranted ? '支持申诉' : '驳回申诉'}：${name}`,
} as const;
