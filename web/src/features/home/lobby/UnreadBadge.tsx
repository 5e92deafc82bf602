import { Badge } from '../../../ui/Marks.tsx';
import { countUnread } from './read.ts';
import { t } from './texts.ts';
import { useItems } from './use-items.ts';
import { CLOSED_INTERVAL, useLobby } from './use-lobby.ts';

/** How much others said in the lobby since it was closed. */
export default function UnreadBadge({ className }: { className: string | undefined }) {
  const count = countUnread(useItems(useLobby(CLOSED_INTERVAL).query.data));
  return <Badge count={count} label={t('unread', { count })} className={className} />;
}
