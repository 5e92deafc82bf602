import { CHAT_LENGTH } from '@doushouqi/protocol';
import { useState } from 'react';
import { attempt } from '../../client/attempt.ts';
import { TalkInput } from '../../ui/TalkInput.tsx';
import styles from './Chat.module.css';
import { t } from './texts.ts';

const PRESETS = ['hello', 'yield', 'nice', 'moment', 'again', 'thanks'] as const;

interface ChatInputProps {
  /** Rejects when it could not be said. */
  say: (content: string) => Promise<void>;
  /** Without the row of ready-made phrases. */
  bare?: boolean;
}

/** Says something in the room. What could not be sent stays in the input. */
export function ChatInput({ say, bare }: ChatInputProps) {
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const trySaying = async (content: string): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    const said = await attempt(say(content), t('chat.failed'));
    setBusy(false);
    return said;
  };
  return (
    <div className={styles.foot}>
      {!bare && (
        <ul className={styles.presets} aria-label={t('chat.presets')}>
          {PRESETS.map((preset) => (
            <li key={preset}>
              <button
                type="button"
                disabled={busy}
                onClick={() => void trySaying(t(`chat.preset.${preset}`))}
              >
                {t(`chat.preset.${preset}`)}
              </button>
            </li>
          ))}
        </ul>
      )}
      <TalkInput
        text={text}
        onText={setText}
        limit={CHAT_LENGTH}
        onSay={trySaying}
        placeholder={t('chat.placeholder')}
        sendLabel={t('chat.send')}
        className={styles.form}
      />
    </div>
  );
}
