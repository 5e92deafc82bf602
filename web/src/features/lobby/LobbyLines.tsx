import { useTranslation } from 'react-i18next';
import { api } from '../../app/api.ts';
import { attempt } from '../../app/attempt.ts';
import { useSession } from '../../app/session.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { confirm } from '../../ui/confirm-store.ts';
import { cx } from '../../ui/cx.ts';
import { Menu, type MenuItem } from '../../ui/Menu.tsx';
import { Bubble, TalkLines } from '../../ui/Talk.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useFollowing } from '../../ui/use-following.ts';
import { NameCard } from '../friends/NameCard.tsx';
import styles from './LobbyLines.module.css';
import { type LobbyItem, lineTime } from './lines.ts';
import type { Muted } from './mutes.ts';

/** Within this many px of the end the list counts as at its bottom (spec §9). */
const BOTTOM = 50;

interface LobbyLinesProps {
  items: readonly LobbyItem[];
  onMute: (user: Muted) => void;
}

/** What was said, newest below. */
export function LobbyLines({ items, onMute }: LobbyLinesProps) {
  const { t } = useTranslation();
  const last = items.at(-1);
  const id = last?.line._id;
  const shown = { lines: id, last: id, at: last?.line.timestamp, own: last?.mine ?? false };
  const following = useFollowing(shown, BOTTOM);
  const mute = (user: Muted): void => {
    onMute(user);
    toast.info(t('lobby.line.muted', { name: user.nickname }));
    // The line that had the focus is gone; the menu, closing, gives the focus back before this.
    requestAnimationFrame(() => following.list.current?.focus());
  };
  return (
    <TalkLines
      following={following}
      label={t('lobby.list')}
      newsLabel={t('lobby.news')}
      className={styles.lines}
      listClassName={styles.list}
    >
      {items.map((item) => (
        <Line key={item.line._id} {...item} onMute={mute} />
      ))}
    </TalkLines>
  );
}

type LineProps = LobbyItem & { onMute: (user: Muted) => void };

function Line({ line, mine, opening, onMute }: LineProps) {
  const { t } = useTranslation();
  const { userId, nickname, avatar, content, timestamp } = line;
  const time = lineTime(timestamp, Date.now());
  return (
    <div className={cx(styles.said, mine && styles.mine, opening && styles.opening)}>
      {opening ? (
        <div className={styles.who}>
          {!mine && (
            <NameCard userId={userId} nickname={nickname}>
              <span className={styles.person}>
                <Avatar file={avatar} size={34} />
                <span className={styles.name}>{nickname}</span>
              </span>
            </NameCard>
          )}
          {mine && <span className="visually-hidden">{nickname}</span>}
          <time dateTime={new Date(timestamp).toISOString()}>{time}</time>
        </div>
      ) : (
        <span className="visually-hidden">{t('lobby.said', { name: nickname, time })}</span>
      )}
      <div className={styles.row}>
        <Bubble mine={mine} title={time}>
          {content}
        </Bubble>
        {!mine && <LineMenu line={line} onMute={onMute} />}
      </div>
    </div>
  );
}

function LineMenu({ line, onMute }: Pick<LineProps, 'line' | 'onMute'>) {
  const { t } = useTranslation();
  const loggedIn = useSession((state) => state.user !== null);
  const { _id, userId, nickname, content } = line;
  const report = async (): Promise<void> => {
    const sure = await confirm({
      title: t('lobby.report.title'),
      message: t('lobby.report.message', { content }),
      confirmText: t('lobby.report.confirm'),
    });
    if (!sure) return;
    const call = api.reportLine({ body: { messageId: _id } }).then(() => {});
    if (await attempt(call, t('lobby.report.failed'))) toast.success(t('lobby.report.done'));
  };
  const items: MenuItem[] = [
    {
      icon: 'speaker-slash',
      label: t('lobby.line.mute', { name: nickname }),
      onSelect: () => onMute({ userId, nickname }),
    },
    ...(loggedIn
      ? [{ icon: 'flag', label: t('lobby.line.report'), onSelect: () => void report() } as const]
      : []),
  ];
  return <Menu label={t('lobby.line.menu', { name: nickname })} items={items} className={styles.menu} />;
}
