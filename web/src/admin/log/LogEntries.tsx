import type { LogEntry } from '@doushouqi/protocol';
import { serverNow } from '../../client/time.ts';
import { whenText } from '../core/time-text.ts';
import styles from './Log.module.css';

/** Entries of the log about one person, in a narrow column. */
export function LogEntries({ entries }: { entries: readonly LogEntry[] }) {
  const now = serverNow();
  return (
    <ul className={styles.entries}>
      {entries.map(({ n, at, by, what, reason }) => (
        <li key={n}>
          <time>{whenText(at, now)}</time>
          <div>
            <span>{by}</span> {what}
            {reason !== '' && <p>{reason}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}
