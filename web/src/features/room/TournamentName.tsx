import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useTournamentName } from '../../shared/tournament/queries.ts';
import styles from './TournamentName.module.css';

/** The tournament of a room as a link to it; `children` while it loads. */
export default function TournamentName({ id, children }: { id: string; children: ReactNode }) {
  const name = useTournamentName(id);
  return name ? (
    <Link to={`/tournament/${id}`} className={styles.name}>
      {name}
    </Link>
  ) : (
    children
  );
}
