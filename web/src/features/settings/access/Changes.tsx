import type { AccessChange } from '@doushouqi/protocol';
import { t as accessText } from '../../../shared/account/access-texts.ts';
import { Card } from '../../../ui/Card.tsx';
import styles from './Access.module.css';
import { t } from './texts.ts';
import { placeText, whenText } from './way-text.ts';

interface ChangesProps {
  changes: readonly AccessChange[];
  /** Epoch ms. */
  now: number;
}

/** What was changed in the last 30 days, also what is gone since. */
export function Changes({ changes, now }: ChangesProps) {
  if (changes.length === 0) return null;
  return (
    <Card className={styles.changes}>
      <h3>{t('changes')}</h3>
      <ul>
        {changes.map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one call may make two equal changes
          <li key={index}>
            <b>{accessText(`changed.${change.what}`)}</b>
            <p>
              {whenText(change.at, now)} · {change.device} · {placeText(change)}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
