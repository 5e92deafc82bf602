import { CLIENT_ERRORS, POLICIES, type RoomWish } from '@doushouqi/protocol';
import { mayAbort } from '@doushouqi/room';
import { useEffect, useRef, useState } from 'react';
import { shallow } from 'zustand/shallow';
import { api } from '../../client/api.ts';
import { currentRoom } from '../../client/current-room.ts';
import { takeEarlyRoom } from '../../client/early-room.ts';
import { forgetRoom, rememberRoom } from '../../client/own-room.ts';
import { askForPush } from '../../client/push-due.ts';
import { randomId } from '../../client/random-id.ts';
import { realtime } from '../../client/realtime.ts';
import { callTab } from '../../client/tab-call.ts';
import { t as clientText } from '../../client/texts.ts';
import { deviceNow } from '../../client/time.ts';
import { sound } from '../../shared/table/settings.ts';
import { toast } from '../../ui/toast-store.ts';
import { lastFromOthers, MESSAGE_SOUND_PAUSE } from './chat-items.ts';
import { answerFor, offerName } from './online/offers.ts';
import { OnlineGame } from './online/online-game.ts';
import type { OnlineState } from './online/online-state.ts';
import { t } from './texts.ts';
import { isCorrespondence } from './use-open-room.ts';

function createGame(roomId: string, userId: string | null): OnlineGame {
  return new OnlineGame({
    roomId,
    userId,
    api,
    takeEarly: takeEarlyRoom,
    connect: () => realtime.connect(),
    now: () => performance.now(),
    random: Math.random,
    randomId,
  });
}

/** Reports to the app that this window shows a room, and whether the user plays there. */
function report(roomId: string, userId: string | null, state: OnlineState): void {
  const member = userId !== null && state.phase === 'ready';
  const { room } = state.local;
  // A correspondence game lasts for days: it claims neither the user nor the window.
  const playing = state.status === 'playing' && state.own !== null && room?.header.daysPerMove === null;
  const policy = room && POLICIES[room.header.kind];
  const yields = room !== null && policy!.yields && state.own !== null && mayAbort(room, state.own);
  const rated = playing && (policy!.rated || policy!.botRated);
  const now = { roomId: member ? roomId : null, playing: playing && !yields, rated };
  if (shallow(currentRoom.getState(), now)) return;
  currentRoom.setState(now);
  if (!member) return;
  if (playing) rememberRoom(userId, roomId);
  else forgetRoom(roomId);
}

/**
 * Returns the game of a room for the lifetime of the component; null at first. Creates the room only with a `wish`, and
 * takes a free seat only after a press: `isPressed`.
 */
export function useOnlineGame(
  roomId: string,
  userId: string | null,
  wish: RoomWish | null,
  isPressed: boolean,
): OnlineGame | null {
  const [game, setGame] = useState<OnlineGame | null>(null);
  const isCreated = wish !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the wish counts once
  useEffect(() => {
    const created = createGame(roomId, userId);
    setGame(created);
    const silence = created.store.subscribe((state) => report(roomId, userId, state));
    // The connection to the room's node opens in parallel with the requests that enter the room.
    if (userId !== null) void realtime.connectInto(roomId);
    void created.start(wish, isPressed);
    const refresh = (): void => {
      if (!document.hidden) created.refresh();
    };
    document.addEventListener('visibilitychange', refresh);
    window.addEventListener('online', refresh);
    // A page restored from the back/forward cache gets only this event.
    window.addEventListener('pageshow', refresh);
    return () => {
      document.removeEventListener('visibilitychange', refresh);
      window.removeEventListener('online', refresh);
      window.removeEventListener('pageshow', refresh);
      silence();
      currentRoom.setState({ roomId: null, playing: false, rated: false });
      created.stop();
    };
  }, [roomId, userId, isCreated, isPressed]);
  return game;
}

/** Notifies the user of the answer to an offer, then clears it on the server. */
function notifyAnswer(game: OnlineGame, before: OnlineState, after: OnlineState): void {
  const old = before.local.room?.header;
  const now = after.local.room?.header;
  if (!old || !now || old === now || game.userId === null) return;
  const answer = answerFor(old, now, game.userId);
  if (!answer) return;
  const name = offerName(answer.kind, answer.over);
  const text = t(`offer.${answer.accepted ? 'accepted' : 'rejected'}.${name}`);
  if (answer.accepted) toast.success(text);
  else toast.warning(text);
  // A failure has no effect: an answer is shown only when it changes.
  void game.commands.clearAction().catch(() => {});
}

function isOwnTurn({ status, own, local }: OnlineState): boolean {
  return status === 'playing' && own !== null && local.room?.game.position.turn === own;
}

function isSpokenTo(game: OnlineGame, before: OnlineState, after: OnlineState): boolean {
  const old = before.local.room;
  const now = after.local.room;
  if (!old || !now || old.chat === now.chat) return false;
  const last = lastFromOthers(now.chat, game.userId);
  return last !== null && last.id !== lastFromOthers(old.chat, game.userId)?.id;
}

/** Sounds and toasts of a room, besides those of its game. */
export function useRoomEffects(game: OnlineGame): void {
  const messageReceivedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(
    () =>
      game.store.subscribe((after, before) => {
        notifyAnswer(game, before, after);
        if (isOwnTurn(after) && !isOwnTurn(before)) callTab(clientText('call.turn'));
        // After an own move of a correspondence game, home asks whether to call this device.
        const hasDays = after.local.room !== null && isCorrespondence(after.local.room);
        if (hasDays && isOwnTurn(before) && !isOwnTurn(after)) askForPush(deviceNow());
        if (!isSpokenTo(game, before, after)) return;
        if (performance.now() - messageReceivedAt.current < MESSAGE_SOUND_PAUSE) return;
        messageReceivedAt.current = performance.now();
        sound('message');
      }),
    [game],
  );
  useEffect(
    () =>
      game.listenRoom((notice) => {
        if (notice.kind === 'reconnected') return toast.success(t('connection.up'));
        if (notice.kind === 'overtaken') return toast.warning(CLIENT_ERRORS.STALE_MOVE.message);
        if (notice.kind !== 'nudged') return toast.error(t(`trouble.${notice.kind}`));
        sound('knock', { urgent: true });
        return toast.info(t('nudged', { name: notice.nickname }));
      }),
    [game],
  );
}
