import { useTranslation } from 'react-i18next';
import { controlText } from './pools.ts';
import { isLong, type Search } from './search-state.ts';
import { clockText } from './time-text.ts';
import { useNow } from './use-now.ts';

/** How the search stands, for screen readers: said when it changes, not every second. */
export function Announcement({ search }: { search: Search }) {
  return (
    <p role="status" aria-live="polite" className="visually-hidden">
      <Words search={search} />
    </p>
  );
}

function Words({ search }: { search: Search }) {
  const { t } = useTranslation();
  const now = useNow();
  switch (search.phase) {
    case 'searching': {
      if (search.lost) return t('pairing.said.lost');
      if (isLong(search, (now - search.since) / 1000)) return t('pairing.said.long');
      const kind = t(`pairing.kind.${search.pool.rated ? 'rated' : 'casual'}`);
      return t('pairing.said.searching', { control: controlText(search.pool), kind });
    }
    case 'found': {
      if (!search.fresh) return t('pairing.said.running', { name: search.opponent.nickname });
      const first = t(`pairing.found.first.${search.color}`);
      return t('pairing.said.found', { name: search.opponent.nickname, first });
    }
    case 'paused':
      return t('pairing.said.paused', { time: clockText(search.until) });
    default:
      return null;
  }
}
