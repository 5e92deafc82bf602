import { LOBBY_LENGTH, type LobbyMessage } from '@doushouqi/protocol';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { attempt } from '../../client/attempt.ts';
import { useSanction } from '../../client/sanctions.ts';
import { useIsMember, useSession } from '../../client/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Skeleton } from '../../ui/Loading.tsx';
import { TalkInput } from '../../ui/Talk.tsx';
import { SanctionPlace } from '../letters/SanctionPlace.tsx';
import { useSite } from '../site/use-site.ts';
import { Blank } from './Blank.tsx';
import type { LobbyItem } from './messages.ts';
import styles from './PublicTalk.module.css';
import type { TalkSource } from './source.ts';
import { TalkLines } from './TalkLines.tsx';
import { t } from './texts.ts';
import { useItems, useMuted, useOlder, useTalk } from './use-talk.ts';

interface PublicTalkProps {
  source: TalkSource;
  /** Opens the list of muted users. */
  onShowMuted: () => void;
  /** Called with the lines that are shown. */
  onShown?: (items: readonly LobbyItem[]) => void;
  /** Content above the lines. */
  children?: ReactNode;
}

/** The messages or their placeholder, and the input. */
export default function PublicTalk({ source, onShowMuted, onShown, children }: PublicTalkProps) {
  const { words } = source;
  const { query, add } = useTalk(source);
  const { muted, mute } = useMuted();
  const { data, error, fetchStatus, refetch } = query;
  const stopped = useSanction('mute');
  const older = useOlder(source, data);
  const items = useItems(older.messages);
  useEffect(() => onShown?.(items), [items, onShown]);
  const offline = fetchStatus === 'paused';
  return (
    <>
      {data && (offline || error) && (
        <p role="status" className={styles.note}>
          <Icon name={offline ? 'wifi-slash' : 'warning'} />
          {offline ? t('offline.note') : words.away.note}
        </p>
      )}
      {muted.length > 0 && (
        <button type="button" className={styles.muted} onClick={onShowMuted}>
          <Icon name="speaker-slash" />
          {t('muted', { count: muted.length })}
        </button>
      )}
      {children}
      {items.length > 0 ? (
        <TalkLines label={words.list} items={items} older={older} onMute={mute} />
      ) : (
        <Nothing
          words={words}
          state={data ? 'empty' : offline ? 'offline' : error ? 'away' : 'loading'}
          onRetry={refetch}
        />
      )}
      {stopped ? (
        <div className={styles.foot}>
          <div className={styles.form}>
            <SanctionPlace letter={stopped} />
          </div>
        </div>
      ) : (
        <TalkLine source={source} onSaid={add} />
      )}
    </>
  );
}

interface NothingProps {
  words: TalkSource['words'];
  state: 'loading' | 'empty' | 'away' | 'offline';
  onRetry: () => void;
}

/** Shown in place of the messages while there are none. */
function Nothing({ words, state, onRetry }: NothingProps) {
  if (state === 'loading') return <LinesSkeleton label={words.loading} />;
  if (state === 'empty') return <Blank animal="cat" title={words.empty} hint={words.emptyHint} />;
  const { title, hint } =
    state === 'away' ? words.away : { title: t('offline.title'), hint: t('offline.hint') };
  return (
    <Blank animal="elephant" title={title} hint={hint}>
      {state === 'away' && (
        <Button small icon="arrows-clockwise" onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
    </Blank>
  );
}

/** Widths of the placeholders of messages, in percent. */
const WIDTHS = [62, 44, 76, 38, 58];

function LinesSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className={styles.skeleton}>
      {WIDTHS.map((width) => (
        <div key={width}>
          <Skeleton className={styles.face} />
          <Skeleton className={styles.words} style={{ width: `${width}%` }} />
        </div>
      ))}
    </div>
  );
}

/** Number of remaining characters from which the count is shown. */
const NEAR_LENGTH = 30;

interface TalkLineProps {
  source: TalkSource;
  onSaid: (message: LobbyMessage) => void;
}

/** The input; visitors and guests get a link to the login. A message that was not sent stays in the input. */
function TalkLine({ source, onSaid }: TalkLineProps) {
  const isMember = useIsMember();
  const isGuest = useSession(({ user }) => user?.isGuest === true);
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const note = useId();
  const isClosed = useSite()?.off.includes('lobbyChat') === true;
  const say = async (content: string): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    const said = await attempt(source.say(content).then(onSaid), t('say.failed'));
    setBusy(false);
    return said;
  };
  const left = LOBBY_LENGTH - text.length;
  return (
    <div className={styles.foot}>
      {!isMember && !isClosed && (
        <p className={styles.visitor}>
          {t(isGuest ? 'say.guestHint' : 'say.visitorHint')}
          <button type="button" onClick={source.logIn}>
            {t(isGuest ? 'say.register' : 'say.login')}
          </button>
        </p>
      )}
      <p id={note} className={styles.left}>
        {left <= NEAR_LENGTH && t('say.left', { count: left })}
      </p>
      <TalkInput
        text={text}
        onText={setText}
        limit={LOBBY_LENGTH}
        onSay={say}
        placeholder={
          isClosed
            ? source.words.closed
            : isMember
              ? source.words.placeholder
              : t(isGuest ? 'say.guest' : 'say.visitor')
        }
        sendLabel={t('say.send')}
        disabled={!isMember || isClosed}
        describedBy={note}
        className={styles.form}
      />
    </div>
  );
}
