import type { StandingsRow } from '@doushouqi/protocol';
import type { ReactNode } from 'react';
import styles from './Lines.module.css';
import { useGlide } from './use-glide.ts';
import type { Overview } from './use-overview.ts';

interface BodyProps {
  overview: Overview;
  columns: number;
  /** Returns the `Line` of a row, with the user's id as key. */
  children: (row: StandingsRow) => ReactNode;
}

/** The rows of the standings, with a gap between the first ones and those around the viewer. */
export function Body({ overview: { first, own, view }, columns, children }: BodyProps) {
  return (
    <tbody ref={useGlide(view)}>
      {first.map(children)}
      {own.length > 0 && (
        <tr className={styles.gap}>
          <td colSpan={columns}>…</td>
        </tr>
      )}
      {own.map(children)}
    </tbody>
  );
}
