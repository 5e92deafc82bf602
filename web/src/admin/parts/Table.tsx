import type { ReactNode } from 'react';
import styles from './Table.module.css';

interface TableProps {
  head: readonly ReactNode[];
  /** `isMarked`: the row of what is shown or open now. */
  rows: readonly { key: string; cells: readonly ReactNode[]; isMarked?: boolean }[];
}

/** A table with rows of 36 px. */
export function Table({ head, rows }: TableProps) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {head.map((cell, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns do not move
            <th key={column} scope="col">
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells, isMarked }) => (
          <tr key={key} className={isMarked ? styles.marked : undefined}>
            {cells.map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns do not move
              <td key={column}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
