import type { WatchedRoom } from '@doushouqi/room-client';
import { otherSide, parseFen, startPosition } from '@doushouqi/rules';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import logo from '../../../art/logo.svg';
import { useSession } from '../../client/session.ts';
import { t as appText } from '../../client/texts.ts';
import { ModeButton } from '../../shared/header/PageHeader.tsx';
import { useProfile } from '../../shared/people/queries.ts';
import { RoomChips } from '../../shared/rooms/RoomChips.tsx';
import { Thumbnail } from '../../shared/table/Thumbnail.tsx';
import { t as tableText } from '../../shared/table/texts.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { TextDialog } from '../../ui/Dialog.tsx';
import { FACES } from '../../ui/faces.ts';
import { Icon } from '../../ui/Icon.tsx';
import { FourRules } from './FourRules.tsx';
import styles from './FriendLink.module.css';
import { t } from './waiting-texts.ts';

interface FriendLinkProps {
  room: WatchedRoom;
  /** Takes the seat. */
  onSit: () => void;
  /** Watches the game, also one that has not begun. */
  onWatch: () => void;
  /** The user watches and waits for the game. */
  isWatching?: boolean;
}

/** What a friend's link shows to a user without a seat: who invites, the rules, the two ways in. */
export function FriendLink({ room, onSit, onWatch, isWatching = false }: FriendLinkProps) {
  const { header } = room;
  const [inviter = ''] = header.players;
  const { data: user } = useProfile(inviter);
  const isVisitor = useSession((state) => state.user === null);
  const name = user?.nickname ?? tableText('bar.unknown');
  const isTaken = header.status !== 'waiting';
  const isOpen = header.table?.spectators !== false;
  const { color = 'red', start = null } = header.table ?? {};
  const given = start === null ? null : parseFen(start);
  // Of the free seat: red's creator leaves blue.
  const seat = color === 'random' ? 'red' : otherSide(color);
  const hint = [
    isVisitor && t('free.noAccount'),
    header.daysPerMove !== null && t('free.pace', { days: header.daysPerMove }),
    user && header.daysPerMove === null && t(user.isOnline ? 'free.here' : 'free.away', { name }),
  ];
  return (
    <div className={styles.page}>
      <title>{`${isTaken ? t('free.taken') : t('free.title', { name })} · ${appText('name')}`}</title>
      <Brand />
      <main className={styles.main}>
        <div className={styles.stage}>
          <div className={styles.board}>
            <Thumbnail
              position={given?.ok ? given.value : startPosition()}
              label={t('free.position')}
              flipped={seat === 'blue'}
              isLarge
            />
          </div>
          <Card framed className={styles.card}>
            <span className={styles.face}>
              <Avatar file={user?.avatar} size={84} online={user?.isOnline} />
            </span>
            {isTaken ? (
              <Taken {...{ isOpen, onWatch }} />
            ) : (
              <>
                <h1>{t('free.title', { name })}</h1>
                <RoomChips {...header} forGuest />
                <Button tone="primary" wide onClick={onSit}>
                  {t('free.enter')}
                </Button>
                {isOpen && !isWatching && (
                  <Button icon="eye" className={styles.watch} onClick={onWatch}>
                    {t('free.watch')}
                  </Button>
                )}
                <p role="status">{isWatching ? t('free.watching') : hint.filter(Boolean).join('')}</p>
              </>
            )}
          </Card>
        </div>
        <NewHere />
      </main>
    </div>
  );
}

/** Another user took the seat. */
function Taken({ isOpen, onWatch }: { isOpen: boolean; onWatch: () => void }) {
  return (
    <>
      <h1>{t('free.taken')}</h1>
      <p role="status">{t(isOpen ? 'free.takenHint' : 'free.takenClosed')}</p>
      {isOpen && (
        <Button tone="primary" wide icon="eye" onClick={onWatch}>
          {t('free.watch')}
        </Button>
      )}
      <ButtonLink to="/play/room">{t('free.own')}</ButtonLink>
    </>
  );
}

/** The header of a page for users who may not know the site. */
function Brand() {
  return (
    <header className={styles.header}>
      <Link to="/" className={styles.brand} aria-label={appText('home')}>
        <img src={logo} alt="" width={36} height={36} />
        <span className={styles.wordmark} />
      </Link>
      <ModeButton />
    </header>
  );
}

/** The rules, for users who have never played. */
function NewHere(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={styles.rules} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <img src={FACES.rat} alt="" width={46} height={46} />
        <span>
          <strong>{t('free.rules')}</strong>
          <small>{t('free.rulesHint')}</small>
        </span>
        <Icon name="caret-right" />
      </button>
      <TextDialog open={isOpen} title={t('free.rulesTitle')} onClose={() => setOpen(false)}>
        <FourRules />
      </TextDialog>
    </>
  );
}
