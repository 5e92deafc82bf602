import { LOBBY_LENGTH, type LobbyMessage } from '@doushouqi/protocol';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api.ts';
import { session, useSession } from '../../app/session.ts';
import { Button } from '../../ui/Button.tsx';
import { isComposing } from '../../ui/composing.ts';
import { Icon } from '../../ui/Icon.tsx';
import { attempt } from '../room/attempt.ts';
import styles from './LobbyInput.module.css';

/** So many characters before the end the person is told how many are left. */
const NEAR_LENGTH = 30;

/** Says something in the lobby; visitors learn how they could. What was not sent stays in the input. */
export function LobbyInput({ onSaid }: { onSaid: (line: LobbyMessage) => void }) {
  const { t } = useTranslation();
  const loggedIn = useSession((state) => state.user !== null);
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const note = useId();
  const content = text.trim();
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy || !loggedIn || content === '') return;
    setBusy(true);
    const said = await attempt(api.sayInLobby({ body: { content } }).then(onSaid), t('lobby.say.failed'));
    setBusy(false);
    // What was typed meanwhile is not lost.
    if (said) setText((now) => (now === text ? '' : now));
    input.current?.focus();
  };
  const left = LOBBY_LENGTH - text.length;
  const placeholder = t(loggedIn ? 'lobby.say.placeholder' : 'lobby.say.visitor');
  return (
    <div className={styles.foot}>
      {!loggedIn && (
        <p className={styles.visitor}>
          {t('lobby.say.visitorHint')}
          <button type="button" onClick={() => session.requestLogin()}>
            {t('lobby.say.login')}
          </button>
        </p>
      )}
      <p id={note} className={styles.left}>
        {left <= NEAR_LENGTH && t('lobby.say.left', { count: left })}
      </p>
      <form className={styles.form} onSubmit={(event) => void send(event)}>
        <input
          ref={input}
          value={text}
          maxLength={LOBBY_LENGTH}
          disabled={!loggedIn}
          aria-label={placeholder}
          aria-describedby={note}
          placeholder={placeholder}
          autoComplete="off"
          enterKeyHint="send"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && isComposing(event)) event.preventDefault();
          }}
        />
        <Button
          type="submit"
          tone="jade"
          aria-label={t('lobby.say.send')}
          disabled={!loggedIn || content === ''}
          className={styles.send}
        >
          <Icon name="paper-plane-tilt" />
        </Button>
      </form>
    </div>
  );
}
