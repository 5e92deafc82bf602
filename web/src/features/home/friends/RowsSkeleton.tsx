import { Skeleton } from '../../../ui/Loading.tsx';
import styles from './FriendsPanel.module.css';

const ROWS = ['a', 'b', 'c', 'd'];

/** Where rows of people will be. */
export function RowsSkeleton() {
  return ROWS.map((row) => <Skeleton key={row} className={styles.skeleton} />);
}
