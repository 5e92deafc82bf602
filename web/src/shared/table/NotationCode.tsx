import { Button } from '../../ui/Button.tsx';
import { copyText } from '../../ui/clipboard.ts';
import styles from './MoveRecord.module.css';
import { t } from './texts.ts';

interface NotationCodeProps {
  name: string;
  text: string;
  /** Message after copying. */
  done: string;
}

/** A notation with a copy button; where copying is forbidden, a press selects the text. */
export function NotationCode({ name, text, done }: NotationCodeProps) {
  return (
    <div className={styles.code}>
      <span>{name}</span>
      <input readOnly value={text} aria-label={name} onFocus={(event) => event.target.select()} />
      <Button
        small
        icon="copy"
        aria-label={t('notation.copy', { name })}
        onClick={() => void copyText(text, done)}
      />
    </div>
  );
}
