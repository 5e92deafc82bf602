import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/Button.tsx';
import { copyText } from '../../ui/clipboard.ts';
import styles from './DownloadPage.module.css';

/** A line for a terminal, to be copied. */
export function Command({ text }: { text: string }) {
  const { t } = useTranslation();
  return (
    <div className={styles.command}>
      <code>{text}</code>
      <IconButton
        icon="copy"
        label={t('download.start.copy')}
        onClick={() => void copyText(text, t('download.start.copied'))}
      />
    </div>
  );
}
