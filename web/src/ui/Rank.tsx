import styles from './Rank.module.css';

/** A rank from 1 on; the first three are seals unless `isPlain`. */
export function Rank({ rank, isPlain = false }: { rank: number; isPlain?: boolean }) {
  return (
    <span className={styles.rank} data-rank={!isPlain && rank <= 3 ? rank : undefined}>
      {rank}
    </span>
  );
}
