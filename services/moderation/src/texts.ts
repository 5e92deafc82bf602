import type { PlayFlagKind, SanctionKind, SanctionOrigin, Violation } from '@doushouqi/protocol';
import { minuteText } from '@doushouqi/service-kit';

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

const FLAG_NAMES: Readonly<Record<PlayFlagKind, string>> = {
  engine: '与引擎吻合',
  pace: '用时过匀',
  focus: '离开窗口后走得更好',
  arranged: '约定胜负',
  thrown: '故意输棋',
  transfer: '小号送分',
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
  flagDismissed: (kind: PlayFlagKind) => `排除存疑：${FLAG_NAMES[kind]}`,
  answered: (name: string, isGranted: boolean) => `${isGranted ? '支持申诉' : '驳回申诉'}：${name}`,
} as const;

const REGISTRATION_TEXTS = { open: '开放注册', proof: '注册要先验证', closed: '暂停注册' } as const;

function onOff(name: string) {
  return (isOn: boolean): string => `${isOn ? '打开' : '关闭'}${name}`;
}

/** What the log says of a tournament that was cancelled. */
export function tournamentCancelled(name: string): string {
  return `取消比赛“${name}”`;
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
  maintenance: (planned: { startsAt: number; minutes: number } | null, now: number) =>
    planned === null
      ? '取消维护通知'
      : `维护通知：${minuteText(planned.startsAt, now)}起 ${planned.minutes} 分钟`,
  readOnly: onOff('只看不下'),
  dailyArena: (value: boolean | null) => (value === null ? '每日擂台按配置文件' : onOff('每日擂台')(value)),
  addedSeries: (name: string) => `安排系列赛“${name}”`,
  changedSeries: (name: string) => `改系列赛“${name}”`,
  removedSeries: (name: string) => `撤掉系列赛“${name}”`,
  seriesByFile: '系列赛按配置文件',
  ownSeries: '系列赛不按配置文件',
  nothing: '站点设置没有变化',
} as const;

interface AgreementWords {
  games: number;
  decisions: number;
  agreement: number;
  expected: number;
  loss: number;
}

function percent(share: number): string {
  return `${Math.round(100 * share)}%`;
}

function agreementWords(what: string, { games, decisions, agreement, expected, loss }: AgreementWords) {
  return `近 ${games} 局${what}有选择的 ${decisions} 手里，${percent(agreement)} 是引擎首选，同级约 ${percent(expected)}；平均每手亏 ${Math.round(loss)} 分。`;
}

const CHINA = new Intl.DateTimeFormat('zh-CN', { timeZone: 'Asia/Shanghai', month: 'long', day: 'numeric' });

function dayWords(at: number): string {
  return CHINA.format(at);
}

/** Why a person is flagged, in words that an operator can check. Times in epoch ms. */
export const FLAG_TEXTS = {
  all: (words: AgreementWords) => agreementWords('', words),
  behind: (words: AgreementWords) => agreementWords('落后时', words),
  evidence: (value: number, error: number, bound: number) =>
    `证据 ${value.toFixed(1)}（误差 ${error.toFixed(1)}），到 ${bound.toFixed(1)} 标记。`,
  pace: ({ moves, median, effort }: { moves: number; median: number; effort: number }) =>
    `${moves} 手用时几乎一样长：中位 ${(median / 1_000).toFixed(1)} 秒，难手只比易手多用 ${percent(Math.exp(effort) - 1)}。`,
  focus: ({ away, own, here, usual }: { away: number; own: number; here: number; usual: number }) =>
    `常离开窗口的 ${away} 局里 ${percent(own)} 是引擎首选，没离开的 ${here} 局里 ${percent(usual)}。`,
  repeated_pair: (at: number, games: number, name: string) =>
    `${dayWords(at)}和${name}排位下得太多，分数已减半计的有 ${games} 局。`,
  arranged_wins: (at: number, games: number) => `${dayWords(at)}约战或同网排位赢了 ${games} 局。`,
  early_pair: (at: number, games: number, name: string) =>
    `到${dayWords(at)}的 30 天里，和${name}的比赛对局大多开局就结束，有 ${games} 局。`,
  early_surrenders: (at: number, games: number) => `${dayWords(at)}开局就认输 ${games} 局。`,
  early_wins: (at: number, games: number) => `${dayWords(at)}赢的棋里 ${games} 局开局就结束。`,
  newcomer_wins: (at: number, games: number) => `${dayWords(at)}赢了定级中的账号 ${games} 局。`,
  transfer: ({
    games,
    opponents,
    early,
    arranged,
    points,
  }: Record<'games' | 'opponents' | 'early' | 'arranged' | 'points', number>) =>
    `从 ${opponents} 个新账号赢了 ${games} 局，其中 ${early} 局开局就结束，${arranged} 局是约好的，共得 ${Math.round(points)} 分。`,
} as const;
