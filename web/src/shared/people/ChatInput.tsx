import { TalkInput } from '../../ui/TalkInput.tsx';
import styles from './ChatModal.module.css';
import { t } from './texts.ts';

/** From so many characters before the end on the rest is counted. */
const COUNTED = 50;

interface ChatInputProps {
  text: string;
  onText: (text: string) => void;
  /** Characters at most. */
  limit: number;
  onSay: (content: string) => void;
}

/** Where a message is written; it waits among the lines until the server has it. */
export function ChatInput({ text, onText, limit, onSay }: ChatInputProps) {
  const left = limit - text.length;
  const say = (content: string): boolean => {
    onSay(content);
    return true;
  };
  return (
    <TalkInput
      text={text}
      onText={onText}
      limit={limit}
      onSay={say}
      placeholder={t('chat.placeholder')}
      sendLabel={t('chat.send')}
      className={styles.form}
    >
      {left <= COUNTED && (
        <p className={styles.left} role="status" data-full={left <= 0}>
          {t('chat.left', { count: Math.max(0, left) })}
        </p>
      )}
    </TalkInput>
  );
}
