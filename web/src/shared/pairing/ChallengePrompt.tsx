import { type Challenge, PROMPT_GRACE } from '@doushouqi/protocol';
import { useEffect, useId, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { currentRoom } from '../../client/current-room.ts';
import { pairingCall } from '../../client/pairing-call.ts';
import { realtime } from '../../client/realtime.ts';
import { serverNow } from '../../client/time.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { useGrace } from '../../ui/use-timers.ts';
import { challengeText } from './challenge-texts.ts';
import { notifyDeclined, useAnswering, whatOffered } from './challenges.ts';
import styles from './InvitePrompt.module.css';

function watchVisibility(notify: () => void) {
  document.addEventListener('visibilitychange', notify);
  return () => document.removeEventListener('visibilitychange', notify);
}

function forget(id: string): void {
  pairingCall.setState(({ challenges }) => ({ challenges: challenges.filter((one) => one.id !== id) }));
}

/** Shows friends' challenges one at a time, as invitations, and the result of the user's own challenge. */
export function ChallengePrompt() {
  const first = useStore(pairingCall, ({ challenges }) => challenges[0]);
  const playing = useStore(currentRoom, (state) => state.playing);
  const visible = useSyncExternalStore(watchVisibility, () => !document.hidden);
  useEffect(() => realtime.onPersonal('challengeDeclined', ({ nickname }) => notifyDeclined(nickname)), []);
  const asked = first && visible && !playing ? first : null;
  return createPortal(
    <div className={styles.host} role="status" aria-live="polite">
      {asked && <Card key={asked.id} challenge={asked} />}
    </div>,
    document.body,
  );
}

function Card({ challenge }: { challenge: Challenge }) {
  const title = useId();
  const { id, from, expiresAt, at } = challenge;
  const { busy, accept, remove } = useAnswering(challenge);
  const isGraceOver = useGrace(id, PROMPT_GRACE);
  const ready = isGraceOver && !busy;
  const [life] = useState(() => (expiresAt ?? at) - serverNow());
  useEffect(() => {
    const timer = setTimeout(() => forget(id), Math.max(0, life));
    return () => clearTimeout(timer);
  }, [id, life]);
  const decline = async (): Promise<void> => {
    if (await remove()) forget(id);
  };
  const take = (): void => {
    accept();
    forget(id);
  };
  return (
    <div role="alertdialog" aria-labelledby={title} className={styles.card} data-ready={ready}>
      <Avatar file={from.avatar} size={46} />
      <p id={title} className={styles.words}>
        <strong>{challengeText('challenges.ask', { name: from.nickname })}</strong>
        <span className="tabular">{whatOffered(challenge)}</span>
      </p>
      <div className={styles.answers}>
        <Button aria-disabled={!ready} onClick={() => ready && void decline()}>
          {challengeText('challenges.decline')}
        </Button>
        <Button tone="jade" aria-disabled={!ready} onClick={() => ready && take()}>
          {challengeText('challenges.accept')}
        </Button>
      </div>
    </div>
  );
}
