import { ApiError, PROMPT_GRACE } from '@doushouqi/protocol';
import { useQuery } from '@tanstack/react-query';
import {
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { useStore } from 'zustand';
import { api } from '../../client/api.ts';
import { currentRoom } from '../../client/current-room.ts';
import { creating, roomPath } from '../../client/rooms.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useCountdown, useGrace } from '../../ui/use-timers.ts';
import { useFull } from '../correspondence/games.ts';
import { t as paceText } from '../correspondence/pace-texts.ts';
import { t } from '../people/room-texts.ts';
import styles from './InvitePrompt.module.css';
import { inviteStore, resolveInvite } from './invite-store.ts';
import type { WaitingInvite } from './invites.ts';
import { controlText } from './pools.ts';

function watchVisibility(notify: () => void) {
  document.addEventListener('visibilitychange', notify);
  return () => document.removeEventListener('visibilitychange', notify);
}

/**
 * Shows an invitation of a friend, in a visible window whose user plays no game. A direct child of the body, so that
 * an
 * open dialog neither covers it nor hides it from screen readers.
 */
export default function InvitePrompt() {
  const current = useStore(inviteStore, (state) => state.current);
  const playing = useStore(currentRoom, (state) => state.playing);
  const visible = useSyncExternalStore(watchVisibility, () => !document.hidden);
  const asked = visible && !playing ? current : null;
  return createPortal(
    <div className={styles.host} role="status" aria-live="polite">
      {asked && <Card key={asked.key} invite={asked} />}
    </div>,
    document.body,
  );
}

/** Answers an invitation and opens its room. */
function useAnswer({ key, from }: WaitingInvite, isFull: boolean) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const answer = async (accept: boolean): Promise<void> => {
    setBusy(true);
    try {
      const reply = await api.handleInvite({ body: { accept, fromId: from, ...(isFull && { isFull }) } });
      resolveInvite(key);
      const path = roomPath(reply.roomId);
      if (reply.accept) await navigate(path, { state: creating(path) });
      else toast.info(t('invite.declined'));
    } catch (error) {
      setBusy(false);
      const gone = error instanceof ApiError && error.code === 'NO_INVITE';
      if (gone) resolveInvite(key);
      toast.error(gone ? error.message : t('invite.failed'));
    }
  };
  return { busy, answer };
}

/** Returns the clocks or the days for each move of a room; nulls while loading, and for one that does not exist yet. */
function usePace(roomId: string) {
  const { data } = useQuery({
    queryKey: ['room-pace', roomId],
    queryFn: () => api.getRoom({ params: { roomId }, query: { view: 'compact' } }),
    retry: false,
  });
  const days = data?.daysPerMove ?? null;
  const text =
    days !== null ? paceText('pace', { days }) : data?.timeControl && controlText(data.timeControl);
  return { isUntimed: days !== null, text };
}

/** Places the toast below the prompt: it must not cover the buttons, and the prompt must not move. */
function useRoomAbove() {
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--notice-space', `${(card.current?.offsetHeight ?? 0) + 10}px`);
    return () => void style.removeProperty('--notice-space');
  }, []);
  return card;
}

function Card({ invite }: { invite: WaitingInvite }) {
  const title = useId();
  const card = useRoomAbove();
  const { key, nickname, avatar, roomId, deadline, receivedAt } = invite;
  const pace = usePace(roomId);
  const noPlace = useFull();
  const full = pace.isUntimed ? noPlace : null;
  const { busy, answer } = useAnswer(invite, full !== null);
  const isGraceOver = useGrace(key, PROMPT_GRACE);
  const ready = isGraceOver && !busy;
  const read = useCallback(() => Math.max(0, Math.ceil((deadline - performance.now()) / 1000)), [deadline]);
  const seconds = useCountdown(read);
  useEffect(() => {
    if (seconds === 0) resolveInvite(key);
  }, [seconds, key]);
  return (
    <div ref={card} role="alertdialog" aria-labelledby={title} className={styles.card} data-ready={ready}>
      <Avatar file={avatar} size={46} />
      <p id={title} className={styles.words}>
        <strong>{t('invite.ask', { name: nickname })}</strong>
        <span className="tabular">
          {pace.text && (
            <>
              <b>{pace.text}</b> ·{' '}
            </>
          )}
          {t('invite.room', { id: roomId })}
          <span aria-hidden="true"> · {t('invite.seconds', { seconds })}</span>
        </span>
        {full !== null && <span>{full}</span>}
      </p>
      <div className={styles.answers}>
        <Button aria-disabled={!ready} onClick={() => ready && void answer(false)}>
          {t('invite.reject')}
        </Button>
        <Button
          tone="jade"
          disabled={full !== null}
          aria-disabled={!ready}
          onClick={() => ready && void answer(true)}
        >
          {t('invite.accept')}
        </Button>
      </div>
      <span
        className={styles.time}
        style={{
          animationDuration: `${deadline - receivedAt}ms`,
          animationDelay: `${receivedAt - performance.now()}ms`,
        }}
      />
    </div>
  );
}
