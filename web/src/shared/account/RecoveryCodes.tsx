import { Button } from '../../ui/Button.tsx';
import { copyText } from '../../ui/clipboard.ts';
import { downloadText } from '../../ui/download.ts';
import styles from './RecoveryCodes.module.css';
import { t } from './texts.ts';

interface RecoveryCodesProps {
  codes: readonly string[];
  username: string;
  onDone: () => void;
}

/** The recovery codes of an account, shown once. */
export function RecoveryCodes({ codes, username, onDone }: RecoveryCodesProps) {
  const text = `${t('fileHead', { username })}\n\n${codes.join('\n')}\n`;
  return (
    <>
      <p className={styles.hint}>{t('hint')}</p>
      <ol className={styles.codes} aria-label={t('label')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={styles.ways}>
        <Button
          icon="download-simple"
          onClick={() => downloadText(`${t('file')}-${username}.txt`, 'text/plain', text)}
        >
          {t('download')}
        </Button>
        <Button icon="copy" onClick={() => void copyText(text, t('copied'))}>
          {t('copy')}
        </Button>
      </div>
      <Button tone="primary" wide icon="check" onClick={onDone}>
        {t('done')}
      </Button>
    </>
  );
}
