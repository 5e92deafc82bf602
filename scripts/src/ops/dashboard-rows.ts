export interface Panel {
  title: string;
  /** Grafana's unit names. */
  unit: 'short' | 's' | 'reqps' | 'ops' | 'bytes' | 'percentunit';
  curves: readonly (readonly [expression: string, legend: string])[];
}

/** A dashboard row about one question. */
export interface Row {
  question: string;
  panels: readonly Panel[];
}

const RATE = '[$__rate_interval]';

function quantile(q: number, metric: string, by: string, select = ''): string {
  const labels = by === '' ? 'le' : `${by}, le`;
  return `histogram_quantile(${q}, sum by (${labels}) (rate(${metric}_bucket${select}${RATE})))`;
}

function perSecond(metric: string, by: string, select = ''): string {
  return `sum by (${by}) (rate(${metric}${select}${RATE}))`;
}

const PLAY: Row = {
  question: 'Do people play?',
  panels: [
    {
      title: 'Users and sockets',
      unit: 'short',
      curves: [
        ['sum(realtime_users)', 'users'],
        ['sum(realtime_sockets)', 'sockets'],
        ['sum(realtime_rooms)', 'rooms on nodes'],
        ['max(timekeeper_queue_jobs{queue="room", state="delayed"})', 'looks that are set (running games)'],
      ],
    },
    {
      title: 'Moves',
      unit: 'ops',
      curves: [[perSecond('realtime_moves_total', 'code'), '{{code}}']],
    },
    {
      title: 'Games',
      unit: 'ops',
      curves: [
        [perSecond('room_games_started_total', 'kind'), 'begun: {{kind}}'],
        [perSecond('room_games_finished_total', 'reason'), 'ended: {{reason}}'],
      ],
    },
    {
      title: 'Joins of rooms, and what they lacked',
      unit: 'ops',
      curves: [[perSecond('realtime_joins_total', 'outcome'), '{{outcome}}']],
    },
    {
      title: 'Sessions by node',
      unit: 'short',
      curves: [
        ['sum by (node) (gateway_node_connections)', '{{node}}'],
        ['sum by (node) (gateway_node_websockets)', '{{node}} websockets'],
        [perSecond('realtime_relief_moved_total', 'instance'), 'moved away: {{instance}}'],
      ],
    },
    {
      title: 'Pairs of those who look for an opponent',
      unit: 'ops',
      curves: [[perSecond('pairing_pairs_total', 'outcome'), '{{outcome}}']],
    },
    {
      title: 'Wait for an opponent, 95 %',
      unit: 's',
      curves: [[quantile(0.95, 'pairing_wait_seconds', 'pool'), '{{pool}}']],
    },
    {
      title: 'Calls by Web Push',
      unit: 'ops',
      curves: [[perSecond('social_push_calls_total', 'outcome'), '{{outcome}}']],
    },
    {
      title: 'Requests',
      unit: 'reqps',
      curves: [[perSecond('http_request_duration_seconds_count', 'service'), '{{service}}']],
    },
  ],
};

const QUICK: Row = {
  question: 'Is it quick?',
  panels: [
    {
      title: 'A move, from receipt to acknowledgement',
      unit: 's',
      curves: [
        [quantile(0.5, 'realtime_move_duration_seconds', ''), 'p50'],
        [quantile(0.99, 'realtime_move_duration_seconds', ''), 'p99'],
      ],
    },
    {
      title: 'An event, from sending it to the word that it came',
      unit: 's',
      curves: [
        [quantile(0.5, 'realtime_delivery_seconds', ''), 'p50'],
        [quantile(0.99, 'realtime_delivery_seconds', ''), 'p99'],
      ],
    },
    {
      title: 'Requests (p99)',
      unit: 's',
      curves: [
        [quantile(0.99, 'http_request_duration_seconds', 'service', '{route!="realtime"}'), '{{service}}'],
      ],
    },
    {
      title: 'Slowest routes (p99)',
      unit: 's',
      curves: [
        [
          `topk(8, ${quantile(0.99, 'http_request_duration_seconds', 'service, route', '{service!="gateway"}')})`,
          '{{service}} {{route}}',
        ],
      ],
    },
    {
      title: 'Services, as the gateway sees them (p99)',
      unit: 's',
      curves: [[quantile(0.99, 'gateway_upstream_duration_seconds', 'upstream'), '{{upstream}}']],
    },
    {
      title: 'Timers are late by (p99)',
      unit: 's',
      curves: [
        ['eventloop_lag_p99_seconds', '{{service}} {{instance}}'],
        ['eventloop_lag_max_seconds', '{{service}} {{instance}} worst'],
      ],
    },
  ],
};

const OBJECTIVES: Row = {
  question: 'Are the objectives met?',
  panels: [
    {
      title: 'Moves within 250 ms (objective 99.5 %)',
      unit: 'percentunit',
      curves: [
        [
          'sum(rate(realtime_move_duration_seconds_bucket{le="0.25"}[1h])) / sum(rate(realtime_move_duration_seconds_count[1h]))',
          'in an hour',
        ],
      ],
    },
    {
      title: 'Requests that succeed (objective 99.9 %)',
      unit: 'percentunit',
      curves: [
        [
          '1 - sum(rate(http_request_duration_seconds_count{service="gateway",status=~"5.."}[1h])) / sum(rate(http_request_duration_seconds_count{service="gateway"}[1h]))',
          'in an hour',
        ],
      ],
    },
    {
      title: 'A move of the synthetic players',
      unit: 's',
      curves: [[quantile(0.99, 'synthetic_move_duration_seconds', 'url'), 'p99 at {{url}}']],
    },
    {
      title: 'Since the synthetic players last succeeded',
      unit: 's',
      curves: [['time() - max by (url) (synthetic_last_success_timestamp_seconds)', '{{url}}']],
    },
    {
      title: 'Games of the synthetic players that broke off, in an hour',
      unit: 'short',
      curves: [['sum by (step) (increase(synthetic_failures_total[1h]))', '{{step}}']],
    },
  ],
};

const REFUSED: Row = {
  question: 'What is refused?',
  panels: [
    {
      title: 'Requests refused, by code',
      unit: 'reqps',
      curves: [[perSecond('http_refusals_total', 'service, code'), '{{service}} {{code}}']],
    },
    {
      title: 'Requests failed (5xx)',
      unit: 'percentunit',
      curves: [
        [
          `${perSecond('http_request_duration_seconds_count', 'service', '{status=~"5.."}')} / ${perSecond('http_request_duration_seconds_count', 'service')}`,
          '{{service}}',
        ],
      ],
    },
    {
      title: 'Messages not carried out',
      unit: 'ops',
      curves: [[perSecond('realtime_messages_dropped_total', 'reason'), '{{reason}}']],
    },
    {
      title: 'Connections refused, cut, ended',
      unit: 'ops',
      curves: [
        [perSecond('realtime_connections_refused_total', 'code'), 'refused: {{code}}'],
        [perSecond('gateway_connections_refused_total', 'kind'), 'too many of one address: {{kind}}'],
        [perSecond('realtime_connections_cut_total', 'reason'), 'cut: {{reason}}'],
        [perSecond('realtime_sockets_closed_total', 'reason'), 'ended: {{reason}}'],
      ],
    },
    {
      title: 'General limit, and services that did not answer',
      unit: 'reqps',
      curves: [
        [`sum(rate(gateway_rate_limited_total${RATE}))`, 'over the limit'],
        [perSecond('gateway_upstream_failures_total', 'upstream'), '{{upstream}} did not answer'],
      ],
    },
    {
      title: 'Commits retried; rooms reloaded',
      unit: 'ops',
      curves: [
        [perSecond('room_commit_conflicts_total', 'service'), 'conflicts: {{service}}'],
        [`sum(rate(realtime_room_reloads_total${RATE}))`, 'reloads'],
      ],
    },
  ],
};

const STORES: Row = {
  question: 'Redis, store, queues',
  panels: [
    {
      title: 'Redis and the store are there',
      unit: 'short',
      curves: [
        ['min by (service) (redis_client_up)', 'redis: {{service}}'],
        ['min by (service) (mongodb_client_up)', 'store: {{service}}'],
        ['min by (server) (redis_server_aof_ok)', 'append-only file: {{server}}'],
      ],
    },
    {
      title: 'Memory of Redis',
      unit: 'bytes',
      curves: [
        ['max by (server) (redis_server_memory_used_bytes)', '{{server}}'],
        ['max by (server) (redis_server_memory_max_bytes)', '{{server}} may'],
      ],
    },
    {
      title: 'Replicas and failovers of Redis',
      unit: 'short',
      curves: [
        ['max by (server) (redis_server_replicas)', 'replicas of {{server}}'],
        ['sum(increase(redis_server_failovers_total[1h]))', 'failovers in an hour'],
      ],
    },
    {
      title: 'Age of the last backup',
      unit: 's',
      curves: [['time() - max(backup_last_success_timestamp_seconds)', 'age']],
    },
    {
      title: 'Connections to Redis',
      unit: 'short',
      curves: [
        ['max by (server) (redis_server_clients)', '{{server}}'],
        [perSecond('redis_client_losses_total', 'service'), 'lost a second: {{service}}'],
        [perSecond('redis_client_failures_total', 'reason'), 'commands failed a second: {{reason}}'],
      ],
    },
    {
      title: 'Document store (p99)',
      unit: 's',
      curves: [[quantile(0.99, 'mongodb_client_operation_duration_seconds', 'command'), '{{command}}']],
    },
    {
      title: 'Document store: commands and failures',
      unit: 'ops',
      curves: [
        [perSecond('mongodb_client_operation_duration_seconds_count', 'command'), '{{command}}'],
        [perSecond('mongodb_client_failures_total', 'command'), '{{command}} failed'],
      ],
    },
    {
      title: 'What is due and not done',
      unit: 's',
      curves: [
        ['max by (queue) (timekeeper_oldest_due_seconds)', '{{queue}}'],
        ['max(timekeeper_archive_oldest_seconds)', 'finished game not archived'],
        ['time() - max(timekeeper_last_sweep_timestamp_seconds)', 'since the last sweep'],
      ],
    },
    {
      title: 'Jobs in the queues',
      unit: 'short',
      curves: [['max by (queue, state) (timekeeper_queue_jobs)', '{{queue}} {{state}}']],
    },
    {
      title: 'Jobs done, failed; rooms swept; nodes found dead',
      unit: 'ops',
      curves: [
        [perSecond('timekeeper_job_duration_seconds_count', 'queue'), '{{queue}}'],
        [perSecond('timekeeper_job_failures_total', 'queue'), '{{queue}} failed'],
        [`sum(rate(timekeeper_rooms_swept_total${RATE}))`, 'rooms swept'],
        [`sum(rate(timekeeper_dead_nodes_total${RATE}))`, 'dead nodes'],
        [`sum(rate(timekeeper_refused_games_total${RATE}))`, 'games refused by the archive'],
      ],
    },
    {
      title: 'A job takes (p99)',
      unit: 's',
      curves: [[quantile(0.99, 'timekeeper_job_duration_seconds', 'queue'), '{{queue}}']],
    },
  ],
};

const PROCESSES: Row = {
  question: 'Processes',
  panels: [
    {
      title: 'Processes that answer',
      unit: 'short',
      curves: [
        ['up{job="doushouqi"}', '{{instance}}'],
        ['min by (node) (gateway_node_ready)', 'node {{node}} takes sessions'],
      ],
    },
    {
      title: 'Processors in use',
      unit: 'percentunit',
      curves: [[`rate(process_cpu_seconds_total{job="doushouqi"}${RATE})`, '{{service}} {{instance}}']],
    },
    {
      title: 'Event loop in use',
      unit: 'percentunit',
      curves: [[`rate(eventloop_active_seconds_total${RATE})`, '{{service}} {{instance}}']],
    },
    {
      title: 'Memory',
      unit: 'bytes',
      curves: [['process_resident_memory_bytes{job="doushouqi"}', '{{service}} {{instance}}']],
    },
    {
      title: 'Memory, of its limit',
      unit: 'percentunit',
      curves: [
        [
          'process_resident_memory_bytes{job="doushouqi"} / doushouqi_memory_limit_bytes',
          '{{service}} {{instance}}',
        ],
      ],
    },
    {
      title: 'House bots',
      unit: 'short',
      curves: [
        ['sum(bot_games)', 'games'],
        ['sum(bot_engines)', 'engines'],
        ['sum(bot_waiting_moves)', 'moves that wait'],
      ],
    },
    {
      title: 'A bot searches (p99)',
      unit: 's',
      curves: [[quantile(0.99, 'bot_search_seconds', 'level'), 'level {{level}}']],
    },
    {
      title: 'Password hashes',
      unit: 'short',
      curves: [['sum by (state) (auth_password_hashes)', '{{state}}']],
    },
    {
      title: 'Keys, and processes that have them',
      unit: 'short',
      curves: [
        ['count by (use, kid) (loaded_keys)', '{{use}} {{kid}}'],
        ['count by (file) (live_file_ok == 0)', 'wrong: {{file}}'],
      ],
    },
    {
      title: 'Builds and starts',
      unit: 'short',
      curves: [
        ['count by (version) (doushouqi_build_info)', 'processes of {{version}}'],
        [
          'sum by (service) (changes(process_start_time_seconds{job="doushouqi"}[15m]))',
          'starts: {{service}}',
        ],
      ],
    },
  ],
};

export const ROWS: readonly Row[] = [PLAY, QUICK, OBJECTIVES, REFUSED, STORES, PROCESSES];
