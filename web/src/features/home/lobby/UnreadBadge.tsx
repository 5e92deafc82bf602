import { useItems, useTalk } from '../../../shared/talk/use-talk.ts';
import { Badge } from '../../../ui/Marks.tsx';
import { t } from './texts.ts';
import { CLOSED_INTERVAL, countUnread, LOBBY } from './use-lobby.ts';

/** Number of messages of other users since the lobby was closed. */
export default function UnreadBadge({ className }: { className: string | undefined }) {
  const count = countUnread(useItems(useTalk(LOBBY, CLOSED_INTERVAL).query.data));
  return <Badge count={count} label={t('unread', { count })} className={className} />;
}
