import { LOBBY_LENGTH, type LobbyMessage } from '@doushouqi/protocol';
import { Suspense, useEffect, useId, useState } from 'react';
import { api } from '../../../client/api.ts';
import { attempt } from '../../../client/attempt.ts';
import { useSanction } from '../../../client/sanctions.ts';
import { session, useIsMember, useSession } from '../../../client/session.ts';
import { SanctionPlace } from '../../../shared/letters/SanctionPlace.tsx';
import { useSite } from '../../../shared/site/use-site.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Skeleton } from '../../../ui/Loading.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { TalkInput } from '../../../ui/Talk.tsx';
import { Blank } from './Blank.tsx';
import { LobbyMessages } from './LobbyMessages.tsx';
import styles from './LobbyTalk.module.css';
import { t } from './texts.ts';
import { markRead, useItems, useLobby, useMuted, useOlder } from './use-lobby.ts';

const LobbyChallenges = lazyPart(() => import('./LobbyChallenges.tsx'));

/** The messages or their placeholder, and the input. */
export default function LobbyTalk({ onShowMuted }: { onShowMuted: () => void }) {
  const { query, add } = useLobby();
  const { muted, mute } = useMuted();
  const { data, error, fetchStatus, refetch } = query;
  const stopped = useSanction('mute');
  const older = useOlder(data);
  const items = useItems(older.messages);
  useEffect(() => markRead(items), [items]);
  const offline = fetchStatus === 'paused';
  return (
    <>
      {data && (offline || error) && (
        <p role="status" className={styles.note}>
          <Icon name={offline ? 'wifi-slash' : 'warning'} />
          {t(offline ? 'offline.note' : 'away.note')}
        </p>
      )}
      {muted.length > 0 && (
        <button type="button" className={styles.muted} onClick={onShowMuted}>
          <Icon name="speaker-slash" />
          {t('mutes.count', { count: muted.length })}
        </button>
      )}
      <Suspense>
        <LobbyChallenges />
      </Suspense>
      {items.length > 0 ? (
        <LobbyMessages items={items} older={older} onMute={mute} />
      ) : (
        <Nothing
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
        <LobbyInput onSaid={add} />
      )}
    </>
  );
}

interface NothingProps {
  state: 'loading' | 'empty' | 'away' | 'offline';
  onRetry: () => void;
}

/** Shown in place of the messages while there are none. */
function Nothing({ state, onRetry }: NothingProps) {
  if (state === 'loading') return <LinesSkeleton />;
  if (state === 'empty') return <Blank animal="cat" title={t('empty')} hint={t('emptyHint')} />;
  return (
    <Blank animal="elephant" title={t(`${state}.title`)} hint={t(`${state}.hint`)}>
      {state === 'away' && (
        <Button small icon="arrows-clockwise" onClick={onRetry}>
          {t('away.retry')}
        </Button>
      )}
    </Blank>
  );
}

/** Widths of the placeholders of messages, in percent. */
const WIDTHS = [62, 44, 76, 38, 58];

function LinesSkeleton() {
  return (
    <div role="status" aria-label={t('loading')} className={styles.skeleton}>
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

/** The input of the lobby; visitors and guests get a link to the login. A message that was not sent stays in the input. */
function LobbyInput({ onSaid }: { onSaid: (message: LobbyMessage) => void }) {
  const isMember = useIsMember();
  const isGuest = useSession(({ user }) => user?.isGuest === true);
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const note = useId();
  const isClosed = useSite()?.off.includes('lobbyChat') === true;
  const say = async (content: string): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    const said = await attempt(api.sayInLobby({ body: { content } }).then(onSaid), t('say.failed'));
    setBusy(false);
    return said;
  };
  const left = LOBBY_LENGTH - text.length;
  return (
    <div className={styles.foot}>
      {!isMember && !isClosed && (
        <p className={styles.visitor}>
          {t(isGuest ? 'say.guestHint' : 'say.visitorHint')}
          <button type="button" onClick={() => session.requestLogin(null, { why: 'lobby' })}>
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
        placeholder={t(
          isClosed ? 'say.closed' : isMember ? 'say.placeholder' : isGuest ? 'say.guest' : 'say.visitor',
        )}
        sendLabel={t('say.send')}
        disabled={!isMember || isClosed}
        describedBy={note}
        className={styles.form}
      />
    </div>
  );
}
