import type { TimeControl } from '@doushouqi/protocol';
import type { OfferKind } from '@doushouqi/room';
import type { Offers } from '../../../game/controller.ts';
import type { OnlineGameDeps } from './online-store.ts';

interface Shell {
  /** The room has at least this version. */
  expect: (v: number) => void;
  /** The server accepted an offer: its cooldown starts. */
  offered: (kind: OfferKind) => void;
}

/**
 * The commands of a room besides moves. Each rejects with an `ApiError` when the server refuses or is unreachable;
 * the room itself changes by its events.
 */
export function createRoomCommands({ roomId, api, userId }: OnlineGameDeps, shell: Shell) {
  const room = { params: { roomId } };
  const done = ({ v }: { v: number }): void => shell.expect(v);
  const requests = { draw: api.requestDraw, undo: api.requestUndo, reset: api.requestReset };
  const refusals = { draw: api.cancelDraw, undo: api.rejectUndo, reset: api.rejectReset };

  /** The same call offers and accepts: a lapsed offer of the opponent must not become an own offer. */
  const agreeDraw = async (): Promise<void> => {
    const { v, drawRequester } = await api.requestDraw(room);
    shell.expect(v);
    if (drawRequester !== null && drawRequester === userId) done(await api.cancelDraw(room));
  };
  const reject = async (kind: OfferKind): Promise<void> => done(await refusals[kind](room));

  const offers: Offers = {
    async ask(kind) {
      done(await requests[kind](room));
      shell.offered(kind);
    },
    async answer(kind, accept) {
      if (!accept) return reject(kind);
      if (kind === 'draw') return agreeDraw();
      done(await (kind === 'undo' ? api.acceptUndo(room) : api.acceptReset(room)));
    },
    withdraw: reject,
  };

  return {
    offers,
    say: async (content: string): Promise<void> => done(await api.sayInRoom({ ...room, body: { content } })),
    setTimeControl: async (body: TimeControl): Promise<void> =>
      done(await api.setTimeControl({ ...room, body })),
    clearAction: async (): Promise<void> => done(await api.clearAction(room)),
    clearOfflineSurrender: async (): Promise<void> => done(await api.clearOfflineSurrender(room)),
    surrender: async (): Promise<void> => done(await api.surrender(room)),
    claimTimeout: async (): Promise<void> => done(await api.claimTimeout(room)),
    /** Final: a player in a running game loses it, a spectator only leaves. */
    leave: async (watching: boolean): Promise<void> => {
      await (watching ? api.leaveSpectating(room) : api.leaveRoom(room));
    },
  };
}

export type RoomCommands = ReturnType<typeof createRoomCommands>;
