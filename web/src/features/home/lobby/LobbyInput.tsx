import { LOBBY_LENGTH, type LobbyMessage } from '@doushouqi/protocol';
import { useId, useState } from 'react';
import { api } from '../../../client/api.ts';
import { attempt } from '../../../client/attempt.ts';
import { session, useSession } from '../../../client/session.ts';
import { TalkInput } from '../../../ui/TalkInput.tsx';
import styles from './LobbyInput.module.css';
import { t } from './texts.ts';

/** So many characters before the end the person is told how many are left. */
const NEAR_LENGTH = 30;

/** Says something in the lobby; visitors learn how they could. What was not sent stays in the input. */
export function LobbyInput({ onSaid }: { onSaid: (message: LobbyMessage) => void }) {
  const loggedIn = useSession((state) => state.user !== null);
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const note = useId();
  const say = async (content: string): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    const said = await attempt(api.sayInLobby({ body: { content } }).then(onSaid), t('say.failed'));
    setBusy(false);
    return said;
  };
  const left = LOBBY_LENGTH - text.length;
  return (
    <div className={styles.foot}>
      {!loggedIn && (
        <p className={styles.visitor}>
          {t('say.visitorHint')}
          <button type="button" onClick={() => session.requestLogin(null, { why: 'lobby' })}>
            {t('say.login')}
          </button>
        </p>
      )}
      <p id={note} className={styles.left}>
        {left <= NEAR_LENGTH && t('say.left', { count: left })}
      </p>
      <TalkInput
        text={text}
        onText={setText}
        limit={LOBBY_LENGTH}
        onSay={say}
        placeholder={t(loggedIn ? 'say.placeholder' : 'say.visitor')}
        sendLabel={t('say.send')}
        disabled={!loggedIn}
        describedBy={note}
        className={styles.form}
      />
    </div>
  );
}
