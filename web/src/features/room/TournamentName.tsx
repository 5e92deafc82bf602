import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useTournament } from '../../shared/tournament/queries.ts';
import styles from './TournamentName.module.css';

/** The tournament of a room as a link to it; `children` while it loads. */
export default function TournamentName({ id, children }: { id: string; children: ReactNode }) {
  const { data } = useTournament(id);
  return data ? (
    <Link to={`/tournament/${id}`} className={styles.name}>
      {data.name}
    </Link>
  ) : (
    children
  );
}
