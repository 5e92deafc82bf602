import { controlText } from './pools.ts';
import { isLong, type Search } from './search-state.ts';
import { t } from './texts.ts';
import { clockText } from './time-text.ts';
import { useNow } from './use-now.ts';

interface AnnouncementProps {
  search: Search;
  /** The page shows the table of the game that was found. */
  isThere: boolean;
}

/** How the search stands, for screen readers: said when it changes, not every second. */
export function Announcement({ search, isThere }: AnnouncementProps) {
  return (
    <p role="status" aria-live="polite" className="visually-hidden">
      <Words search={search} isThere={isThere} />
    </p>
  );
}

function Words({ search, isThere }: AnnouncementProps) {
  const now = useNow();
  switch (search.phase) {
    case 'searching': {
      if (search.lost) return t('said.lost');
      if (isLong(search, (now - search.since) / 1000)) return t('said.long');
      const kind = t(`kind.${search.pool.rated ? 'rated' : 'casual'}`);
      return t('said.searching', { control: controlText(search.pool), kind });
    }
    case 'found': {
      // The table itself says how its game stands.
      if (!search.fresh) return isThere ? null : t('said.running', { name: search.opponent.nickname });
      const first = t(`found.first.${search.color}`);
      return t('said.found', { name: search.opponent.nickname, first });
    }
    case 'paused':
      return t('said.paused', { time: clockText(search.until) });
    default:
      return null;
  }
}
