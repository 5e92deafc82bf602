import type { LastAction, RoomHeader, TableChoices } from '@doushouqi/protocol';
import { type OfferKind, requesterOf, startOf } from '@doushouqi/room';
import { type Side, turn, type Winner } from '@doushouqi/rules';

/** `by` is the user id of the actor. `withdrawn`: the requester withdrew the offer. */
type LogEvent =
  | { kind: 'entered' | 'left'; by: string }
  | { kind: 'started'; first: Side }
  /** Choices that differ from the usual ones. */
  | { kind: 'choices'; table: TableChoices }
  | { kind: 'aborted' }
  | { kind: 'ended'; winner: Winner }
  /** `over`: the game was over, so that a reset is a rematch. */
  | { kind: 'asked' | 'accepted' | 'rejected' | 'withdrawn'; offer: OfferKind; over: boolean; by: string };

export type RoomLogEntry = LogEvent & {
  id: string;
  /** Epoch ms. */
  at: number;
};

/** Older entries are dropped to limit memory. */
const KEPT = 100;

const ACTIONS = {
  draw_requested: ['draw', 'asked'],
  draw_agreed: ['draw', 'accepted'],
  draw_declined: ['draw', 'rejected'],
  undo_requested: ['undo', 'asked'],
  undo_accepted: ['undo', 'accepted'],
  undo_rejected: ['undo', 'rejected'],
  reset_requested: ['reset', 'asked'],
  reset_accepted: ['reset', 'accepted'],
  reset_rejected: ['reset', 'rejected'],
} as const satisfies Record<LastAction['type'], readonly [OfferKind, 'asked' | 'accepted' | 'rejected']>;

/** Returns the last action on an offer, or null when it is an old one. */
export function actionSince(
  before: RoomHeader,
  { lastAction }: RoomHeader,
): Extract<LogEvent, { offer: OfferKind }> | null {
  const old = before.lastAction;
  if (!lastAction || (old?.type === lastAction.type && old.by === lastAction.by)) return null;
  const [offer, kind] = ACTIONS[lastAction.type];
  const { by } = lastAction;
  const own = kind === 'rejected' && requesterOf(before, offer) === by;
  return { kind: own ? 'withdrawn' : kind, offer, over: isOver(before), by };
}

function isOver({ status }: RoomHeader): boolean {
  return status !== 'waiting' && status !== 'playing';
}

function ended({ winner, status }: RoomHeader): LogEvent[] {
  if (status === 'aborted') return [{ kind: 'aborted' }];
  return winner === null ? [] : [{ kind: 'ended', winner }];
}

function begun(header: RoomHeader): LogEvent[] {
  const { table } = header;
  const isUsual = !table || (table.undo && table.spectators && table.start === null);
  const first = turn(startOf(header));
  return [{ kind: 'started', first }, ...(isUsual ? [] : [{ kind: 'choices', table } as const])];
}

/** Returns the log entries of the difference between two headers of a room, in display order. Pure. */
export function logEntriesOf(before: RoomHeader | null, after: RoomHeader): LogEvent[] {
  const entered = after.players.filter((id) => !before?.players.includes(id));
  const left = after.departed.filter((id) => before && !before.departed.includes(id));
  const action = before && actionSince(before, after);
  const started = after.gameId !== null && after.gameId !== before?.gameId;
  const over = before !== null && (!isOver(before) || started) ? ended(after) : [];
  return [
    ...entered.map((by) => ({ kind: 'entered', by }) as const),
    ...(action ? [action] : []),
    ...(started ? begun(after) : []),
    ...over,
    ...left.map((by) => ({ kind: 'left', by }) as const),
  ];
}

/** Returns the log with the entries of version `v`. Pure. */
export function logged(
  log: readonly RoomLogEntry[],
  before: RoomHeader | null,
  after: RoomHeader,
  { v, at }: { v: number; at: number },
): readonly RoomLogEntry[] {
  const fresh = logEntriesOf(before, after).map((entry, step) => ({ ...entry, id: `log-${v}-${step}`, at }));
  return fresh.length > 0 ? [...log, ...fresh].slice(-KEPT) : log;
}
