import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Avatar } from '../../ui/Avatar.tsx';
import styles from './GameSlip.module.css';

interface GameSlipProps {
  to: string;
  onClick?: () => void;
  avatar: string | undefined;
  title: string;
  /** Stands behind the title. */
  about: string;
  /** The line below: its first part, and how many games there are besides. */
  children: ReactNode;
  more: string | null;
  go: string;
  /** Gold: the user has to move. */
  isTurn?: boolean;
}

/** A link to one correspondence game: a turn of the user, or a result. */
export function GameSlip({ to, onClick, avatar, title, about, children, more, go, isTurn }: GameSlipProps) {
  return (
    <Link to={to} className={styles.slip} data-turn={isTurn} onClick={onClick}>
      <Avatar file={avatar} size={34} />
      <span className={styles.words}>
        <strong>
          {title}
          <span>{about}</span>
        </strong>
        <small>
          {children}
          {more !== null && <span>{more}</span>}
        </small>
      </span>
      <span className={styles.go} aria-hidden="true">
        {go}
      </span>
    </Link>
  );
}
