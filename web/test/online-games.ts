import { moveOf, RED, ROOM } from '@doushouqi/room-client/testing';
import {
  connectAs,
  endAfterTest,
  newCommandId,
  room,
  SHORT_DELAYS,
} from '@doushouqi/room-client/testing/server';
import { plyCount } from '@doushouqi/rules';
import { OnlineGame } from '../src/features/room/online/online-game.ts';
import type { OnlineState, RoomNotice } from '../src/features/room/online/online-state.ts';
import type { OnlineGameDeps } from '../src/features/room/online/online-store.ts';
import type { GameNotice } from '../src/game/controller.ts';

/** The controller with a real Socket.IO server for one room. */

interface Options {
  userId?: string | null;
  delays?: OnlineGameDeps['delays'];
  takeEarly?: NonNullable<OnlineGameDeps['takeEarly']>;
}

/** A game before its start, and the messages that it shows. */
export function open({ userId = RED, delays = {}, takeEarly }: Options = {}) {
  const game = new OnlineGame({
    roomId: ROOM,
    userId,
    api: room.api(userId),
    ...(takeEarly && { takeEarly }),
    connect: async () => connectAs(userId),
    now: () => performance.now(),
    random: () => 0,
    randomId: newCommandId,
    delays: { ...SHORT_DELAYS, ...delays },
  });
  endAfterTest(() => game.stop());
  const notices: (GameNotice | RoomNotice)[] = [];
  game.listen((notice) => notices.push(notice));
  game.listenRoom((notice) => notices.push(notice));
  return { game, notices };
}

export function until(game: OnlineGame, reached: (state: OnlineState) => boolean): Promise<OnlineState> {
  return new Promise((resolve) => {
    const look = (state: OnlineState): void => {
      if (!reached(state)) return;
      unsubscribe();
      resolve(state);
    };
    const unsubscribe = game.store.subscribe(look);
    look(game.store.getState());
  });
}

export function shownPlies(game: OnlineGame): number {
  return plyCount(game.store.getState().game);
}

/** A connected game. */
export async function playing(options?: Options) {
  const opened = open(options);
  await opened.game.start();
  await until(opened.game, ({ connection }) => connection === 'up');
  return opened;
}
export function move(game: OnlineGame, text: string): void {
  const { from, to } = moveOf(text);
  game.move(from, to);
}
