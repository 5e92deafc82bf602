import { expect, test } from 'vitest';
import { countVitest, failedTests, summaryLine } from './test-counts.ts';

test.each([
  ['all passed', { numPassedTests: 5, numFailedTests: 0 }, true, '5 passed, 0 failed'],
  ['one failed', { numPassedTests: 5, numFailedTests: 1 }, false, '5 passed, 1 failed'],
  ['a file that does not load', { numPassedTests: 5, numFailedTests: 0 }, false, '5 passed, 1 failed'],
  ['a skipped test', { numPassedTests: 5, numPendingTests: 1 }, true, '5 passed, 1 failed'],
  ['no test at all', { numPassedTests: 0, numFailedTests: 0 }, true, '0 passed, 1 failed'],
  ['no report', undefined, false, '0 passed, 1 failed'],
])('%s', (_name, report, exitedWell, expected) => {
  expect(summaryLine(countVitest(report, exitedWell))).toBe(expected);
});

test('reports each failure in a line, without its stack: tests, and files that do not load', () => {
  const report = {
    testResults: [
      {
        name: '/a.test.ts',
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'one', failureMessages: [] },
          {
            status: 'failed',
            fullName: 'group two',
            failureMessages: ['Error: 503\nSeed: 7\n    at a.ts:1'],
          },
        ],
      },
      { name: '/b.test.ts', message: 'Cannot find module x\n…', assertionResults: [] },
    ],
  };
  expect(failedTests(report)).toEqual([
    '/a.test.ts > group two: Error: 503 | Seed: 7',
    '/b.test.ts > Cannot find module x | …',
  ]);
  expect(failedTests(undefined)).toEqual([]);
});
