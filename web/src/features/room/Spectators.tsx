import type { PublicUser } from '@doushouqi/protocol';
import { isWatchable } from '@doushouqi/room';
import { useCallback, useState } from 'react';
import { NameCard } from '../../shared/people/NameCard.tsx';
import { usePlayers } from '../../shared/people/queries.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Dialog, DialogTitle } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { t as uiText } from '../../ui/texts.ts';
import type { OnlineGame } from './online/online-game.ts';
import styles from './Spectators.module.css';
import { t } from './texts.ts';
import { useRoom } from './use-open-room.ts';

/** Number of avatars loaded at first, and each time the last one becomes visible. */
const STEP = 24;

/** Number of avatars shown; `end` observes the last one. */
function useRevealed(count: number): {
  shown: number;
  end: (element: Element | null) => (() => void) | undefined;
} {
  const [shown, setShown] = useState(STEP);
  const end = useCallback((element: Element | null) => {
    if (!element) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setShown((before) => before + STEP);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { shown: Math.min(shown, count), end };
}

/** All spectators, in a list that scrolls. */
function Faces({ ids }: { ids: readonly string[] }) {
  const { shown, end } = useRevealed(ids.length);
  const users = usePlayers(ids.slice(0, shown));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <ul className={styles.faces} tabIndex={0}>
      {ids.slice(0, shown).map((id, index) => (
        <Spectator key={id} id={id} user={users[index]} />
      ))}
      {shown < ids.length && <li key={shown} ref={end} className={styles.end} aria-hidden="true" />}
    </ul>
  );
}

function Spectator({ id, user }: { id: string; user: PublicUser | undefined }) {
  return (
    <li data-known={user !== undefined}>
      {user ? (
        <NameCard userId={id} nickname={user.nickname} className={styles.face}>
          <Avatar file={user.avatar} size={34} />
          <span>{user.nickname}</span>
        </NameCard>
      ) : (
        <>
          <Avatar size={34} />
          <span>{t('spectators.unknown')}</span>
        </>
      )}
    </li>
  );
}

/** The spectators, in a card beside the board. */
export function SpectatorsCard({ game }: { game: OnlineGame }) {
  const ids = useRoom(game, ({ header }) => header.spectators);
  const isOpen = useRoom(game, ({ header }) => isWatchable(header));
  return (
    <Card className={styles.card}>
      <h2>
        <Icon name="eye" />
        {t('spectators.title')}
        <span>{t('spectators.count', { count: ids.length })}</span>
      </h2>
      {ids.length > 0 && <Faces ids={ids} />}
      {!isOpen && <p className={styles.none}>{t('choices.spectators.false')}</p>}
    </Card>
  );
}

interface SpectatorsDialogProps {
  game: OnlineGame;
  open: boolean;
  onClose: () => void;
}

/** The same in a dialog, for smaller screens. */
export function SpectatorsDialog({ game, open, onClose }: SpectatorsDialogProps) {
  const ids = useRoom(game, ({ header }) => header.spectators);
  const none = useRoom(game, ({ header }) =>
    isWatchable(header) ? t('spectators.none') : t('choices.spectators.false'),
  );
  return (
    <Dialog open={open} onClose={onClose}>
      <DialogTitle className={styles.title}>
        {t('spectators.title')} <span>{t('spectators.count', { count: ids.length })}</span>
      </DialogTitle>
      {ids.length > 0 ? <Faces ids={ids} /> : <p className={styles.none}>{none}</p>}
      <Button className={styles.close} onClick={onClose}>
        {uiText('close')}
      </Button>
    </Dialog>
  );
}
