import { useEffect, useMemo, useRef, useState } from 'react';
import { api } from '../../../client/api.ts';
import { realtime } from '../../../client/realtime.ts';
import { session, useSession } from '../../../client/session.ts';
import { MUTED_TITLE, MutedPeople } from '../../../shared/talk/MutedPeople.tsx';
import PublicTalk from '../../../shared/talk/PublicTalk.tsx';
import type { TalkSource } from '../../../shared/talk/source.ts';
import { IconButton } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Dialog, DialogTitle, TextDialog } from '../../../ui/Dialog.tsx';
import { Badge } from '../../../ui/Marks.tsx';
import styles from './Chat.module.css';
import { t } from './texts.ts';

/** The talk of a tournament; pushed lines come while the page watches the tournament (`useTournament`). */
function sourceOf(id: string): TalkSource {
  const params = { id };
  return {
    key: ['tournament-lines', id],
    list: (before) => api.listTournamentLines({ params, query: before === undefined ? {} : { before } }),
    say: (content) => api.sayInTournament({ params, body: { content } }),
    follow: (add) =>
      realtime.onPersonal('tournamentLine', ({ tournamentId, ...line }) => {
        if (tournamentId === id) add(line);
      }),
    logIn: () => session.requestLogin(`/tournament/${id}`, { why: 'talk' }),
    words: {
      list: t('list'),
      loading: t('loading'),
      empty: t('empty'),
      emptyHint: t('emptyHint'),
      away: { title: t('away.title'), hint: t('away.hint'), note: t('away.note') },
      placeholder: t('placeholder'),
      closed: t('closed'),
    },
  };
}

function Talk({ id }: { id: string }) {
  const source = useMemo(() => sourceOf(id), [id]);
  const [isMutedOpen, setMutedOpen] = useState(false);
  return (
    <>
      <PublicTalk source={source} onShowMuted={() => setMutedOpen(true)} />
      <TextDialog open={isMutedOpen} title={MUTED_TITLE} onClose={() => setMutedOpen(false)}>
        <MutedPeople />
      </TextDialog>
    </>
  );
}

/** The chat of a tournament as a card. */
export function ChatCard({ id }: { id: string }) {
  return (
    <Card className={styles.card} role="region" aria-labelledby="chat">
      <h2 id="chat">{t('title')}</h2>
      <Talk id={id} />
    </Card>
  );
}

/** Returns the number of lines that others wrote while the chat was closed. */
function useUnread(id: string, isOpen: boolean): number {
  const userId = useSession(({ user }) => user?._id);
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (isOpen) return setCount(0);
    return realtime.onPersonal('tournamentLine', (line) => {
      if (line.tournamentId === id && line.userId !== userId) setCount((known) => known + 1);
    });
  }, [id, userId, isOpen]);
  return count;
}

/** The button of the chat in a phone's header, and the chat as a sheet. */
export function ChatButton({ id }: { id: string }) {
  const [state, setState] = useState<'fresh' | 'open' | 'closed'>('fresh');
  const close = useRef<HTMLButtonElement>(null);
  const end = (): void => setState('closed');
  const unread = useUnread(id, state === 'open');
  return (
    <>
      <span className={styles.button}>
        <IconButton
          icon="chat-circle-dots"
          label={t('title')}
          aria-haspopup="dialog"
          onClick={() => setState('open')}
        />
        <Badge count={unread} label={t('unread', { count: unread })} className={styles.unread} />
      </span>
      {state !== 'fresh' && (
        <Dialog tall open={state === 'open'} onClose={end} initialFocus={close}>
          <header className={styles.head}>
            <DialogTitle>{t('title')}</DialogTitle>
            <IconButton ref={close} icon="x" label={t('close')} onClick={end} />
          </header>
          <div className={styles.talk}>
            <Talk id={id} />
          </div>
        </Dialog>
      )}
    </>
  );
}
