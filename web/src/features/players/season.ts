import { t } from '../../shared/ratings/texts.ts';

/** `2026 年第 4 季`. Pure. @param id `2026-4` */
export function seasonName(id: string): string {
  const [year = '', number = ''] = id.split('-');
  return t('season', { year, number });
}
