import type { ReportCase, ReportKind, Violation } from '@doushouqi/protocol';
import type { IconName } from '../../ui/icon-names.ts';

/** How the queue sorts cases into groups and marks them. Pure. */

export const GROUPS = ['talk', 'name', 'engine', 'other'] as const;
export type Group = (typeof GROUPS)[number];

const GROUP_OF: Readonly<Record<Exclude<ReportKind, 'play'>, Group>> = {
  line: 'talk',
  message: 'talk',
  nickname: 'name',
  avatar: 'name',
};

/** Returns whether a case belongs to a group; one with several kinds belongs to several. */
export function isIn({ kinds, violation }: Pick<ReportCase, 'kinds' | 'violation'>, group: Group): boolean {
  return kinds.some((kind) =>
    kind === 'play' ? group === (violation === 'engine' ? 'engine' : 'other') : GROUP_OF[kind] === group,
  );
}

const KIND_ICONS: Readonly<Record<ReportKind, IconName>> = {
  line: 'chat-circle-dots',
  message: 'chat-circle-dots',
  nickname: 'identification-card',
  avatar: 'identification-card',
  play: 'sword',
};
const PLAY_ICONS: Partial<Record<Violation, IconName>> = {
  engine: 'robot',
  stalling: 'hourglass-medium',
  arranged: 'users-three',
};

export function iconOf({
  kinds: [kind = 'play'],
  violation,
}: Pick<ReportCase, 'kinds' | 'violation'>): IconName {
  return (kind === 'play' && PLAY_ICONS[violation]) || KIND_ICONS[kind];
}
