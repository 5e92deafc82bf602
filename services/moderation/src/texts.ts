import type { SanctionKind, SanctionOrigin, Violation } from '@doushouqi/protocol';

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

/** Returns the names of address ranges and devices: `网段 203.0.113.0/24、2 台设备`. */
export function originNames(origins: readonly SanctionOrigin[]): string {
  const ranges = origins.filter(({ of }) => of === 'network').map(({ value }) => `网段 ${value} `);
  const devices = origins.filter(({ of }) => of === 'device');
  const [first, ...more] = devices;
  const named = first && (more.length > 0 ? `${devices.length} 台设备` : `设备 ${first.value} `);
  return [...ranges, ...(named ? [named] : [])].join('、');
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
