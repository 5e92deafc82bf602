import type { User } from '@doushouqi/protocol';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { t } from '../../client/texts.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import styles from './OwnPageLink.module.css';

interface OwnPageLinkProps {
  user: User;
  /** Of the picture, px. */
  size: number;
  /** Beside the picture. */
  children?: ReactNode;
}

/** The user's picture, which leads to the user's own page. */
export function OwnPageLink({ user, size, children }: OwnPageLinkProps) {
  return (
    <Link to={`/player/${user._id}`} className={styles.link} aria-label={t('ownPage')} title={t('ownPage')}>
      <Avatar file={user.avatar} size={size} online />
      {children}
    </Link>
  );
}
