import type { User } from '@doushouqi/protocol';
import type { ReactNode } from 'react';
import { createPath, Link, useLocation } from 'react-router-dom';
import { toggleMode, useMode } from '../../client/mode.ts';
import { session, useSession } from '../../client/session.ts';
import { t } from '../../client/texts.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { BackLink, Button, IconButton, IconLink } from '../../ui/Button.tsx';
import { placeTurn } from './header-slots.ts';
import styles from './PageHeader.module.css';

interface PageHeaderProps {
  /** Destination of the back link, and its label; absent: home. */
  back?: string;
  backLabel?: string;
  title: ReactNode;
  /** A `nav` beside the title. */
  tabs?: ReactNode;
  /** On phones only the controls of this page are in the header. */
  isPlain?: boolean;
  /** Controls of this page. */
  children?: ReactNode;
}

/** The header of every page but home and games. */
export function PageHeader({ back = '/', backLabel, title, tabs, isPlain, children }: PageHeaderProps) {
  return (
    <header className={styles.bar} data-plain={isPlain || undefined}>
      <BackLink to={back} label={backLabel ?? t('backHome')} />
      <h1 className={styles.title}>{title}</h1>
      {tabs}
      <div className={styles.own}>{children}</div>
      <span ref={placeTurn} className={styles.turn} />
      <HeaderEnd className={styles.end} />
    </header>
  );
}

/** The end of a header: link to home, mode button, and the user's own page; for a visitor the login. */
export function HeaderEnd({ className }: { className: string | undefined }) {
  const page = useLocation();
  const user = useSession((state) => state.user);
  return (
    <span className={className}>
      <IconLink icon="house" to="/" label={t('home')} />
      <ModeButton />
      {user ? (
        <OwnPageLink user={user} size={34} />
      ) : (
        <Button small onClick={() => session.requestLogin(createPath(page))}>
          {t('session.logIn')}
        </Button>
      )}
    </span>
  );
}

/** Toggles light and dark mode. */
export function ModeButton() {
  const dark = useMode() === 'dark';
  return (
    <IconButton icon={dark ? 'sun' : 'moon'} label={t(dark ? 'toLight' : 'toDark')} onClick={toggleMode} />
  );
}

interface OwnPageLinkProps {
  user: User;
  /** Diameter of the picture, px. */
  size: number;
  /** Content beside the picture. */
  children?: ReactNode;
}

/** The user's picture, which links to the user's own page. */
export function OwnPageLink({ user, size, children }: OwnPageLinkProps) {
  return (
    <Link to={`/player/${user._id}`} className={styles.link} aria-label={t('ownPage')} title={t('ownPage')}>
      <Avatar file={user.avatar} size={size} online />
      {children}
    </Link>
  );
}
