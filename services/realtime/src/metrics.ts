import type { ErrorCode } from '@doushouqi/protocol';
import { createRoomMetrics, type RoomMetrics } from '@doushouqi/room-core';
import type { Metrics } from '@doushouqi/service-kit';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Counters of a realtime node: refused, dropped and retried work. */
export interface RealtimeMetrics {
  rooms: RoomMetrics;
  /** A move was answered `seconds` after it was received. */
  moved(code: 'OK' | ErrorCode, seconds: number): void;
  joins: Counter<'outcome'>;
  refused: Counter<'code'>;
  closed: Counter<'reason'>;
  reloads: Counter;
  relieved: Counter;
  dropped: Counter<'reason'>;
  cut: Counter<'reason'>;
  delivery: Histogram;
}

/** Registers gauges that are computed when the metrics are read. */
export function addGauges(
  { registry }: Metrics,
  held: Record<'sockets' | 'users' | 'rooms', () => number>,
): void {
  const gauge = (name: string, help: string, value: () => number): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(value());
      },
    });
  };
  gauge('realtime_sockets', 'Open sockets', held.sockets);
  gauge('realtime_users', 'Users with an open socket', held.users);
  gauge('realtime_rooms', 'Rooms hosted', held.rooms);
}

/** Number of durations recorded at once: a single record costs its move 4 µs (docs/performance.md). */
const RECORD_BATCH = 256;

function createMoveMetrics(registers: Registry[]): RealtimeMetrics['moved'] {
  // Added to the counter when the metrics are read: a label costs each move as much as the rules do.
  let accepted = 0;
  let unreported: number[] = [];
  const outcomes = new Counter({
    name: 'realtime_moves_total',
    help: 'Moves by outcome: OK or the error code',
    labelNames: ['code'],
    registers,
    collect() {
      this.inc({ code: 'OK' }, accepted);
      accepted = 0;
    },
  });
  const durations = new Histogram({
    name: 'realtime_move_duration_seconds',
    help: 'Time to the acknowledgement of a move, refusals included',
    // 0.25 s is the objective of docs/operations.md.
    buckets: [0.001, 0.002, 0.003, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.25, 1, 3],
    registers,
    collect: reportDurations,
  });
  function reportDurations(): void {
    for (const seconds of unreported) durations.observe(seconds);
    unreported = [];
  }
  return (code, seconds) => {
    if (code === 'OK') accepted += 1;
    else outcomes.inc({ code });
    if (unreported.push(seconds) === RECORD_BATCH) reportDurations();
  };
}

export function createRealtimeMetrics({ registry }: Metrics): RealtimeMetrics {
  const registers = [registry];
  return {
    rooms: createRoomMetrics(registry),
    moved: createMoveMetrics(registers),
    joins: new Counter({
      name: 'realtime_joins_total',
      help: 'Joins by outcome: first, refused; after a reconnect upToDate, tail, snapshot',
      labelNames: ['outcome'],
      registers,
    }),
    refused: new Counter({
      name: 'realtime_connections_refused_total',
      help: 'Refused sockets, by error code',
      labelNames: ['code'],
      registers,
    }),
    closed: new Counter({
      name: 'realtime_sockets_closed_total',
      help: "Closed sockets, by Socket.IO's reason",
      labelNames: ['reason'],
      registers,
    }),
    reloads: new Counter({
      name: 'realtime_room_reloads_total',
      help: 'Rooms reloaded after a gap in the cached state',
      registers,
    }),
    relieved: new Counter({
      name: 'realtime_relief_moved_total',
      help: 'Sessions that this node asked to move to a cooler node',
      registers,
    }),
    dropped: new Counter({
      name: 'realtime_messages_dropped_total',
      help: 'Rejected messages, by reason',
      labelNames: ['reason'],
      registers,
    }),
    cut: new Counter({
      name: 'realtime_connections_cut_total',
      help: 'Connections closed by the node, by reason, such as FLOOD or BACKLOG',
      labelNames: ['reason'],
      registers,
    }),
    delivery: new Histogram({
      name: 'realtime_delivery_seconds',
      help: "Time from sending an event to the client's receipt",
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    }),
  };
}
