import { useTranslation } from 'react-i18next';
import { api } from '../../app/api.ts';
import { useSession } from '../../app/session.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { confirm } from '../../ui/confirm-store.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Menu, type MenuItem } from '../../ui/Menu.tsx';
import { toast } from '../../ui/toast-store.ts';
import { NameCard } from '../friends/NameCard.tsx';
import { attempt } from '../room/attempt.ts';
import styles from './LobbyLines.module.css';
import { type LobbyItem, lineTime } from './lines.ts';
import type { Muted } from './mutes.ts';
import { useFollowing } from './use-following.ts';

interface LobbyLinesProps {
  items: readonly LobbyItem[];
  onMute: (user: Muted) => void;
}

/** What was said, newest below. */
export function LobbyLines({ items, onMute }: LobbyLinesProps) {
  const { t } = useTranslation();
  const { list, news, toEnd, onScroll } = useFollowing(items);
  const mute = (user: Muted): void => {
    onMute(user);
    toast.info(t('lobby.line.muted', { name: user.nickname }));
    // The line that had the focus is gone; the menu, closing, gives the focus back before this.
    requestAnimationFrame(() => list.current?.focus());
  };
  return (
    <div className={styles.lines}>
      <div
        ref={list}
        role="log"
        aria-label={t('lobby.list')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        className={styles.list}
        onScroll={onScroll}
      >
        {items.map((item) => (
          <Line key={item.line._id} {...item} onMute={mute} />
        ))}
      </div>
      {news && (
        <button type="button" className={styles.news} onClick={toEnd}>
          <Icon name="caret-down" />
          {t('lobby.news')}
        </button>
      )}
    </div>
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
        <p className={styles.bubble} title={time}>
          {content}
        </p>
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
