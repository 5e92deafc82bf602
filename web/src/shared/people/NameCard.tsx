import { type PointerEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { cx } from '../../ui/cx.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import styles from './NameCard.module.css';
import { t } from './texts.ts';

const ProfilePopover = lazyPart(() => import('./ProfilePopover.tsx'));

/** Milliseconds that the mouse must rest before the card opens, and be gone before it closes. */
const OPEN_AFTER = 300;
const CLOSE_AFTER = 200;

interface NameCardProps {
  userId: string;
  nickname: string;
  /** A game of this user against the viewer, which may be reported. */
  gameId?: string | null | undefined;
  className?: string | undefined;
  /** The pressed name or picture. */
  children: ReactNode;
}

/** How the card was opened: `hover` does not move the focus, and the card closes when the mouse leaves. */
type Opened = 'hover' | 'press' | null;

/** Opens and closes the card. */
function useOpening() {
  const [opened, setOpened] = useState<Opened>(null);
  const [asked, setAsked] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const open = (how: Opened): void => {
    clearTimeout(timer.current);
    setOpened(how);
    if (how) setAsked(true);
  };
  const later = (how: Opened, delay: number): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => open(how), delay);
  };
  const onPointerEnter = ({ pointerType }: PointerEvent): void => {
    if (pointerType === 'mouse') later(opened ?? 'hover', opened ? 0 : OPEN_AFTER);
  };
  const onPointerLeave = ({ pointerType }: PointerEvent): void => {
    if (pointerType === 'mouse' && opened !== 'press') later(null, CLOSE_AFTER);
  };
  return { opened, asked, open, hover: { onPointerEnter, onPointerLeave } };
}

/** A name that opens the user's card: by a resting mouse, a tap, or Enter. */
export function NameCard({ userId, nickname, gameId = null, className, children }: NameCardProps) {
  const { opened, asked, open, hover } = useOpening();
  const name = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={name}
        type="button"
        className={cx(styles.name, className)}
        aria-haspopup="dialog"
        aria-expanded={opened !== null}
        title={t('card.label', { name: nickname })}
        {...hover}
        onClick={() => open(opened === 'press' ? null : 'press')}
      >
        {children}
      </button>
      {asked && (
        <Suspense>
          <ProfilePopover
            userId={userId}
            nickname={nickname}
            gameId={gameId}
            anchor={name}
            open={opened !== null}
            focusing={opened === 'press'}
            onClose={() => open(null)}
            {...hover}
          />
        </Suspense>
      )}
    </>
  );
}
