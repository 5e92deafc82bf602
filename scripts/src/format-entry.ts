import type { LogEntry } from './platform/log-line.ts';

const MARKS = { debug: ' ', info: ' ', warn: '!', error: '✗' } as const;
const NAME_WIDTH = 11;
const LONGEST_VALUE = 200;

/** Details for the terminal; others (request ids, code paths) are only in the JSON log. */
function detail([key, value]: [string, unknown]): string[] {
  if (key === 'event') return [];
  if (key === 'err' && value !== null && typeof value === 'object' && 'message' in value) {
    return [String(value.message)];
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text === undefined
    ? []
    : [`${key}=${text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text}`];
}

/**
 * Returns a readable line for an event, such as `09:41:07   auth         ready  port=4001`; undefined for unimportant
 * events.
 */
export function formatEntry(entry: LogEntry, at: Date): string | undefined {
  if (entry.level === 'debug') return undefined;
  const time = at.toTimeString().slice(0, 8);
  const details = Object.entries(entry.details).flatMap(detail).join(' ');
  const text = [entry.message, details].filter((part) => part !== '').join('  ');
  return `${time} ${MARKS[entry.level]} ${entry.process.padEnd(NAME_WIDTH)} ${text}`;
}
