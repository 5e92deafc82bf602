/** One event of one process, independent of the process's log format. */
export type LogEntry = {
  process: string;
  level: 'debug' | 'info' | 'warn' | 'error';
  message: string;
  /** Further fields of a structured line. */
  details: Record<string, unknown>;
};

const LEVELS: Record<string, LogEntry['level']> = {
  trace: 'debug',
  debug: 'debug',
  info: 'info',
  warn: 'warn',
  error: 'error',
  fatal: 'error',
};
// `1234:M 20 Nov 2026 09:00:00.000 # text`, and `1234:signal-handler (1795169133) text`.
const REDIS_LINE = /^\d+:(?:\w \d+ \w+ \d{4} [\d:.]+ [.\-*#]|signal-handler \(\d+\)) (.*)$/;
// Redis logs its startup messages as warnings too, so the level is not usable.
const REDIS_TROUBLE = /error|fail|can't|could not|bad |corrupt|fatal|unexpected|truncated/i;
const REDIS_ADVICE = /^WARNING /;
/** Plain text with the reason of an exit: an uncaught exception, an invalid environment, a damaged store. */
const LAST_WORDS = /^((Uncaught )?\w*Error( \[\w+\])?|environment|embedded store): /;
const STRUCTURAL = new Set(['level', 'time', 'msg', 'service', 'node', 'pid', 'hostname']);

/** Parses a line of a process's output: JSON of the services, Redis's format, or plain text. */
export function parseLogLine(process: string, line: string): LogEntry {
  const redis = REDIS_LINE.exec(line);
  if (redis !== null) {
    const message = redis[1] ?? '';
    const trouble = REDIS_TROUBLE.test(message) && !REDIS_ADVICE.test(message);
    return { process, level: trouble ? 'warn' : 'debug', message, details: {} };
  }
  const fields = parseObject(line);
  if (fields === undefined) {
    return { process, level: LAST_WORDS.test(line) ? 'error' : 'info', message: line, details: {} };
  }
  const details = Object.fromEntries(Object.entries(fields).filter(([key]) => !STRUCTURAL.has(key)));
  const message = typeof fields.msg === 'string' ? fields.msg : '';
  return { process, level: LEVELS[String(fields.level)] ?? 'info', message, details };
}

function parseObject(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
