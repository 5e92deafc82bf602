import { Popover } from '@base-ui/react/popover';
import type { Profile, PublicUser } from '@doushouqi/protocol';
import { type PointerEventHandler, type RefObject, useRef, useState } from 'react';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Skeleton } from '../../ui/Loading.tsx';
import { BotChip, GuestChip } from '../../ui/Marks.tsx';
import popup from '../../ui/Popup.module.css';
import { CardLevels } from '../ratings/CardLevels.tsx';
import { AddFriend } from './AddFriend.tsx';
import { ChatModal } from './ChatModal.tsx';
import { failureText } from './failure.ts';
import styles from './NameCard.module.css';
import { useProfile, useStats } from './queries.ts';
import { report } from './report.ts';
import { t } from './texts.ts';
import { usePeople, useRelation } from './use-people.ts';

interface ProfilePopoverProps {
  userId: string;
  nickname: string;
  /** A game of this user against the viewer; null for none. */
  gameId: string | null;
  /** The name that opened the card; it gets the focus back. */
  anchor: RefObject<HTMLElement | null>;
  open: boolean;
  /** Takes the focus: a press opened the card, not a passing mouse. */
  focusing: boolean;
  onClose: () => void;
  onPointerEnter: PointerEventHandler;
  onPointerLeave: PointerEventHandler;
}

/** The profile card beside a name, and the conversation that it opens. */
export default function ProfilePopover(props: ProfilePopoverProps) {
  const { userId, nickname, gameId, anchor, open, focusing, onClose, onPointerEnter, onPointerLeave } = props;
  const [chatting, setChatting] = useState(false);
  const focused = useRef(focusing);
  if (open) focused.current = focusing;
  return (
    <>
      <Popover.Root
        open={open}
        onOpenChange={(next, { reason, event }) => {
          // The name handles a press on itself.
          const own = reason === 'outside-press' && anchor.current?.contains(event.target as Node);
          if (!next && !own) onClose();
        }}
      >
        <Popover.Portal>
          <Popover.Positioner
            anchor={anchor}
            align="start"
            sideOffset={8}
            collisionPadding={12}
            className={styles.over}
          >
            <Popover.Popup
              className={cx(popup.popup, styles.card)}
              aria-label={t('card.label', { name: nickname })}
              initialFocus={focusing}
              finalFocus={() => (focused.current ? anchor.current : false)}
              onPointerEnter={onPointerEnter}
              onPointerLeave={onPointerLeave}
            >
              <Card
                userId={userId}
                nickname={nickname}
                onReport={
                  gameId === null
                    ? null
                    : () => {
                        onClose();
                        report({ kind: 'play', id: `${gameId}:${userId}`, content: nickname });
                      }
                }
                onChat={() => {
                  onClose();
                  setChatting(true);
                }}
              />
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
      <ChatModal userId={userId} nickname={nickname} open={chatting} onClose={() => setChatting(false)} />
    </>
  );
}

interface CardProps {
  userId: string;
  nickname: string;
  /** Reports how the user plays; null without a game. */
  onReport: (() => void) | null;
  onChat: () => void;
}

function Card({ userId, nickname, onReport, onChat }: CardProps) {
  const { data, error } = useProfile(userId);
  return (
    <>
      <Head nickname={nickname} profile={data} />
      <Details userId={userId} />
      <CardLevels userId={userId} nickname={nickname} />
      {error && !data && <p className={styles.note}>{failureText(error, t('card.away'))}</p>}
      {data?.isBot !== true && (
        <Actions
          user={{ _id: userId, nickname: data?.nickname ?? nickname, isGuest: data?.isGuest }}
          onReport={onReport}
          onChat={onChat}
        />
      )}
    </>
  );
}

function Head({ nickname, profile }: { nickname: string; profile: Profile | undefined }) {
  return (
    <div className={styles.head}>
      <Avatar file={profile?.avatar} size={56} online={profile?.isOnline} />
      <div>
        <h2 className={styles.nickname}>
          {profile?.nickname ?? nickname} <BotChip avatar={profile?.avatar} />
          <GuestChip isGuest={profile?.isGuest} />
        </h2>
        <p className={styles.presence}>{profile ? t(profile.isOnline ? 'online' : 'offline') : ' '}</p>
      </div>
    </div>
  );
}

/** Games, wins and their percentage; an error if the record service is unavailable. */
function Details({ userId }: { userId: string }) {
  const { data, error } = useStats(userId);
  if (!data && error) return <p className={styles.note}>{t('card.statsAway')}</p>;
  if (!data) return <Skeleton className={styles.detailsSkeleton} />;
  const { games, wins } = data;
  const rate = games > 0 ? `${Math.round((100 * wins) / games)}%` : t('card.noGames');
  const details = [
    ['games', games],
    ['wins', wins],
    ['rate', rate],
  ] as const;
  return (
    <dl className={styles.details}>
      {details.map(([name, value]) => (
        <div key={name}>
          <dt>{t(`card.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface ActionsProps extends Pick<CardProps, 'onReport' | 'onChat'> {
  user: Pick<PublicUser, '_id' | 'nickname' | 'isGuest'>;
}

/** Actions for this user; none for visitors and for the user's own account. */
function Actions({ user, onReport, onChat }: ActionsProps) {
  const relation = useRelation(user._id);
  const { busy, block } = usePeople();
  if (relation === null || relation === 'self') return null;
  return (
    <div className={styles.actions}>
      {relation === 'friend' && (
        <Button small tone="jade" icon="chat-circle-dots" onClick={onChat}>
          {t('card.chat')}
        </Button>
      )}
      <AddFriend user={user} />
      {onReport && (
        <IconButton icon="flag" label={t('card.report')} className={styles.block} onClick={onReport} />
      )}
      <IconButton
        icon="prohibit"
        label={t('card.block')}
        className={styles.block}
        disabled={busy}
        onClick={() => void block(user)}
      />
    </div>
  );
}
