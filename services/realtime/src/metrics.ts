import type { Metrics } from '@doushouqi/service-kit';
import { Counter, Gauge, Histogram } from 'prom-client';

/** What a realtime node counts: a number beside each thing that is refused, dropped or done again. */
export interface RealtimeMetrics {
  moves: Counter<'code'>;
  conflicts: Counter;
  reloads: Counter;
  dropped: Counter<'reason'>;
  cut: Counter<'reason'>;
  delivery: Histogram;
}

/** Shows how much this node holds whenever the metrics are read. */
export function addGauges({ registry }: Metrics, held: { sockets: () => number; rooms: () => number }): void {
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
  gauge('realtime_rooms', 'Rooms hosted', held.rooms);
}

export function createRealtimeMetrics({ registry }: Metrics): RealtimeMetrics {
  const registers = [registry];
  return {
    moves: new Counter({
      name: 'realtime_moves_total',
      help: 'Moves by outcome: OK or the code of the refusal',
      labelNames: ['code'],
      registers,
    }),
    conflicts: new Counter({
      name: 'realtime_commit_conflicts_total',
      help: 'Commits decided again because somebody else was faster',
      registers,
    }),
    reloads: new Counter({
      name: 'realtime_room_reloads_total',
      help: 'Rooms read anew because the cached state had a gap',
      registers,
    }),
    dropped: new Counter({
      name: 'realtime_messages_dropped_total',
      help: 'Messages that were not carried out, by reason',
      labelNames: ['reason'],
      registers,
    }),
    cut: new Counter({
      name: 'realtime_connections_cut_total',
      help: 'Connections that were cut off, by reason: a flood, say, or a backlog',
      labelNames: ['reason'],
      registers,
    }),
    delivery: new Histogram({
      name: 'realtime_delivery_seconds',
      help: "Time from sending an event to the client's word that it came",
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    }),
  };
}
