import type { ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';
import styles from './Panel.module.css';

interface PanelProps {
  title?: ReactNode;
  /** Beside the title. */
  note?: ReactNode;
  /** At the end of the title's line. */
  aside?: ReactNode;
  /** The content scrolls in the height that is left. */
  fills?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** A sheet of the console with a title. */
export function Panel({ title, note, aside, fills, className, children }: PanelProps) {
  return (
    <section className={cx(styles.panel, fills && styles.fills, className)}>
      {title !== undefined && (
        <div className={styles.head}>
          <h2>{title}</h2>
          {note !== undefined && <small>{note}</small>}
          {aside !== undefined && <div className={styles.aside}>{aside}</div>}
        </div>
      )}
      <div className={styles.body}>{children}</div>
    </section>
  );
}

/** A count or key in a small frame. */
export function Key({ children }: { children: ReactNode }) {
  return <kbd className={styles.key}>{children}</kbd>;
}

/** Names with values, in two columns. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
