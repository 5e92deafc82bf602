import { describe, expect, test } from 'vitest';
import { formatEntry } from '../format-entry.ts';
import { parseLogLine } from './log-line.ts';

const at = new Date(2026, 10, 20, 9, 41, 7);
function shown(process: string, line: string) {
  return formatEntry(parseLogLine(process, line), at);
}

describe('formats one readable line for each event', () => {
  test.each([
    [
      'a service',
      '{"level":"info","time":"2026-11-20T09:41:07Z","service":"auth","event":"ready","port":4001,"msg":"ready"}',
      '09:41:07   room        ready  port=4001',
    ],
    [
      'an error',
      '{"level":"fatal","err":{"message":"no key","stack":"Error: no key at …"},"msg":"could not start"}',
      '09:41:07 ✗ room        could not start  no key',
    ],
    [
      "Redis's warning",
      '99:M 20 Nov 2026 09:41:07.123 # Bad file format',
      '09:41:07 ! room        Bad file format',
    ],
    ["Redis's recommendation", '99:M 20 Nov 2026 09:41:07.123 # WARNING a save may fail', undefined],
    ["Redis's shutdown", '99:signal-handler (1795169133) Received SIGTERM scheduling shutdown...', undefined],
    ['an exception', "Error: Cannot find module 'x'", "09:41:07 ✗ room        Error: Cannot find module 'x'"],
    ["Redis's information", '99:M 20 Nov 2026 09:41:07.123 * Ready to accept connections', undefined],
    ['a debug line', '{"level":"debug","msg":"GET /"}', undefined],
    ['plain text', 'Warning: something', '09:41:07   room        Warning: something'],
    ['half a JSON line', '{"level":', '09:41:07   room        {"level":'],
  ])('%s', (_name, line, expected) => {
    expect(shown('room', line)).toBe(expected);
  });
});
