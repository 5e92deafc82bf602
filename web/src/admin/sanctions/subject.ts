import type { SanctionOrigin } from '@doushouqi/protocol';
import type { Review } from '../core/queries.ts';
import { t } from './texts.ts';

/** `网段 203.0.113.0/24`, `设备 x7Qm…`. */
export function originText({ of, value }: SanctionOrigin): string {
  return of === 'network' ? t('origin.network', { value }) : t('origin.device', { value });
}

/** Returns the name of the person, address range or device of a sanction. */
export function subjectText({ person, sanction }: Pick<Review, 'person' | 'sanction'>): string {
  if (person) return person.nickname;
  return sanction.origins.map(originText).join('、');
}

/** Returns the page about an address range or a device. */
export function networkPath({ of, value }: SanctionOrigin): string {
  return `/networks?${new URLSearchParams({ kind: of, name: value })}`;
}
