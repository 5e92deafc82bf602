import { IconButton } from '../../ui/Button.tsx';
import { copyText } from '../../ui/clipboard.ts';
import styles from './DownloadPage.module.css';
import { t } from './texts.ts';

/** A line for a terminal, to be copied. */
export function Command({ text }: { text: string }) {
  return (
    <div className={styles.command}>
      <code>{text}</code>
      <IconButton
        icon="copy"
        label={t('start.copy')}
        onClick={() => void copyText(text, t('start.copied'))}
      />
    </div>
  );
}
