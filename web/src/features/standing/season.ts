import type { TFunction } from 'i18next';

/** `2026 年第 4 季`. Pure. @param id `2026-4` */
export function seasonName(t: TFunction, id: string): string {
  const [year = '', number = ''] = id.split('-');
  return t('standing.season', { year, number });
}
