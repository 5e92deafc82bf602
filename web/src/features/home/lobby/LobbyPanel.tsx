import { type KeyboardEvent, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { storage } from '../../../client/storage.ts';
import { IconButton } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Skeleton } from '../../../ui/Loading.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { MEDIA } from '../../../ui/media.ts';
import { useMedia, useNetwork } from '../../../ui/use-browser.ts';
import { t } from './texts.ts';
import '../measures.css';
import { OnlineCount } from '../../../shared/people/OnlineCount.tsx';
import { RulesButton } from '../../../shared/rules/RulesButton.tsx';
import { Blank } from '../../../shared/talk/Blank.tsx';
import { useLate } from '../use-late.ts';
import { AnnouncementBar } from './AnnouncementBar.tsx';
import { COLLAPSED_KEY, startsCollapsed } from './collapse.ts';
import type { LobbyDialog } from './LobbyDialogs.tsx';
import styles from './LobbyPanel.module.css';

const LobbyDialogs = lazyPart(() => import('./LobbyDialogs.tsx'));
/** A closed lobby, the default on phones, needs no code of the chat: menus, cards, the connection. */
const LobbyTalk = lazyPart(() => import('./LobbyTalk.tsx'));
const UnreadBadge = lazyPart(() => import('./UnreadBadge.tsx'));

/** Whether the lobby is closed; the state is stored. */
function useCollapsed() {
  const [collapsed, setCollapsed] = useState(() =>
    startsCollapsed(storage.getItem(COLLAPSED_KEY), window.innerWidth),
  );
  const toggle = (): void => {
    storage.setItem(COLLAPSED_KEY, String(!collapsed));
    setCollapsed(!collapsed);
  };
  return { collapsed, toggle };
}

/** Escape in the lobby itself; an open menu above it handles its own. */
function isOwnEscape({ key, target, currentTarget }: KeyboardEvent<HTMLElement>): boolean {
  return key === 'Escape' && target instanceof Node && currentTarget.contains(target);
}

/** Moves the focus to the other button after the user opened or closed the lobby: the pressed one may be removed. */
function useFocusOnToggle(collapsed: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const before = useRef(collapsed);
  useEffect(() => {
    if (before.current !== collapsed) button.current?.focus();
    before.current = collapsed;
  }, [collapsed]);
  return button;
}

interface ToggleProps {
  ref: RefObject<HTMLButtonElement | null>;
  'aria-expanded': boolean;
  onClick: () => void;
}

/** The public chat: a column beside home, on phones a sheet behind a floating button. */
export default function LobbyPanel() {
  const phone = useMedia(MEDIA.phone);
  const { collapsed, toggle } = useCollapsed();
  const button = useFocusOnToggle(collapsed);
  const [dialog, setDialog] = useState<LobbyDialog | null>(null);
  const asked = useRef(false);
  asked.current ||= dialog !== null;
  const toggleProps = { ref: button, 'aria-expanded': !collapsed, onClick: toggle };
  if (phone && collapsed) return <FloatingButton {...toggleProps} />;
  return (
    <>
      {phone && <button type="button" tabIndex={-1} aria-hidden className={styles.veil} onClick={toggle} />}
      <Card
        framed
        role="complementary"
        aria-label={t('title')}
        className={cx(styles.panel, phone && styles.sheet, collapsed && styles.collapsed)}
        onKeyDown={(event) => phone && isOwnEscape(event) && toggle()}
      >
        <Head toggleProps={toggleProps} onDialog={setDialog} />
        {!collapsed && (
          <>
            <AnnouncementBar onRead={() => setDialog('announcement')} />
            <Talk onShowMuted={() => setDialog('muted')} />
          </>
        )}
      </Card>
      <Suspense>{asked.current && <LobbyDialogs shown={dialog} onClose={() => setDialog(null)} />}</Suspense>
    </>
  );
}

/** The chat; until there was a network, what is missing without one. */
function Talk(props: { onShowMuted: () => void }) {
  const hasNetwork = useNetwork();
  const began = useRef(false);
  began.current ||= hasNetwork;
  if (!began.current) return <Blank animal="elephant" title={t('offline.title')} hint={t('offline.hint')} />;
  return (
    <Suspense fallback={<Skeleton className={styles.waiting} />}>
      <LobbyTalk {...props} />
    </Suspense>
  );
}

/** Opens the lobby, and shows the number of unread messages. */
function FloatingButton(toggleProps: ToggleProps) {
  const label = t('open');
  const isLate = useLate();
  return (
    <button type="button" {...toggleProps} className={styles.float} title={label}>
      <Icon name="chat-circle-dots" />
      <span className="visually-hidden">{label}</span>
      <Suspense>{isLate && <UnreadBadge className={styles.unread} />}</Suspense>
    </button>
  );
}

interface HeadProps {
  toggleProps: ToggleProps;
  onDialog: (dialog: LobbyDialog) => void;
}

function Head({ toggleProps, onDialog }: HeadProps) {
  return (
    <header className={styles.head}>
      <h2>{t('title')}</h2>
      <span className={styles.people}>
        <OnlineCount />
      </span>
      <RulesButton className={styles.rules} />
      <IconButton
        icon="megaphone"
        label={t('actions.announcement')}
        aria-haspopup="dialog"
        onClick={() => onDialog('announcement')}
      />
      <IconButton
        {...toggleProps}
        icon="caret-down"
        label={t(toggleProps['aria-expanded'] ? 'close' : 'open')}
        className={styles.toggle}
      />
    </header>
  );
}
