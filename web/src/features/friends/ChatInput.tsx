import { useTranslation } from 'react-i18next';
import { TalkInput } from '../../ui/TalkInput.tsx';
import styles from './ChatModal.module.css';

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
  const { t } = useTranslation();
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
      placeholder={t('friends.chat.placeholder')}
      sendLabel={t('friends.chat.send')}
      className={styles.form}
    >
      {left <= COUNTED && (
        <p className={styles.left} role="status" data-full={left <= 0}>
          {t('friends.chat.left', { count: Math.max(0, left) })}
        </p>
      )}
    </TalkInput>
  );
}
