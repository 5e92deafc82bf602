import type { Friend } from '@doushouqi/protocol';
import { Suspense, useState } from 'react';
import { ChatModal } from '../../../shared/people/ChatModal.tsx';
import { useFriends } from '../../../shared/people/queries.ts';
import { t } from '../../../shared/people/texts.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { Dialog, DialogTitle } from '../../../ui/Dialog.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { t as uiText } from '../../../ui/texts.ts';
import styles from './FriendsPanel.module.css';
import { BlockedList, FriendList, Requests, SentRequests } from './Lists.tsx';
import { PeopleSearch, SearchResults, useSearch } from './Search.tsx';

const ChallengeDialog = lazyPart(() => import('../../../shared/pairing/ChallengeDialog.tsx'));

interface FriendsPanelProps {
  open: boolean;
  onClose: () => void;
}

/** The friends panel: search, requests, friends, conversations, blocked users. */
export default function FriendsPanel({ open, onClose }: FriendsPanelProps) {
  const [view, setView] = useState<'friends' | 'blocked'>('friends');
  const [partner, setPartner] = useState<Friend | null>(null);
  const [chatting, setChatting] = useState(false);
  const [rival, setRival] = useState<Friend | null>(null);
  const close = (): void => {
    setView('friends');
    onClose();
  };
  const chat = (friend: Friend): void => {
    setPartner(friend);
    setChatting(true);
  };
  const blocked = view === 'blocked';
  return (
    <>
      <Dialog tall open={open} onClose={close}>
        <header className={styles.head}>
          {blocked && (
            <IconButton
              icon="arrow-left"
              label={t('block.back')}
              className={styles.back}
              onClick={() => setView('friends')}
            />
          )}
          <DialogTitle className={styles.title}>{t(blocked ? 'block.list' : 'title')}</DialogTitle>
          <IconButton icon="x" label={uiText('close')} onClick={close} />
        </header>
        {blocked ? (
          <BlockedList />
        ) : (
          <People onChat={chat} onChallenge={setRival} onBlocked={() => setView('blocked')} />
        )}
      </Dialog>
      {partner && (
        <ChatModal
          key={partner._id}
          userId={partner._id}
          nickname={partner.nickname}
          open={chatting}
          onClose={() => setChatting(false)}
        />
      )}
      <Suspense>{rival && <ChallengeDialog open to={rival} onClose={() => setRival(null)} />}</Suspense>
    </>
  );
}

interface PeopleProps {
  onChat: (friend: Friend) => void;
  onChallenge: (friend: Friend) => void;
  onBlocked: () => void;
}

function People({ onChat, onChallenge, onBlocked }: PeopleProps) {
  const search = useSearch();
  const { isError, data } = useFriends();
  return (
    <>
      <PeopleSearch search={search} />
      {isError && (data || search.keyword !== '') && (
        <p className={styles.away} role="status">
          <Icon name="wifi-slash" />
          {t('stale')}
        </p>
      )}
      <div className={styles.body}>
        {search.keyword !== '' ? (
          <SearchResults search={search} />
        ) : (
          <>
            <Requests />
            <SentRequests />
            <FriendList onChat={onChat} onChallenge={onChallenge} />
            <Button tone="quiet" small icon="prohibit" className={styles.blocked} onClick={onBlocked}>
              {t('block.list')}
            </Button>
          </>
        )}
      </div>
    </>
  );
}
