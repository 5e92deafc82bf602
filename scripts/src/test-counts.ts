export type Counts = { passed: number; failed: number };

/** `N passed, N failed` */
export function summaryLine({ passed, failed }: Counts): string {
  return `${passed} passed, ${failed} failed`;
}

/**
 * Counts of a vitest JSON report. A run that failed without a failed test (a file that does not load, an error
 * outside any test) and a run without any test count as one failure, so that a run without tests does not pass. Each
 * skipped test counts as a failure.
 */
export function countVitest(report: unknown, exitedWell: boolean): Counts {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = (report ?? {}) as Record<
    string,
    unknown
  >;
  const number = (value: unknown) => (typeof value === 'number' ? value : 0);
  const passed = number(numPassedTests);
  const failed = number(numFailedTests) + number(numPendingTests) + number(numTodoTests);
  const silent = failed === 0 && (!exitedWell || passed === 0);
  return { passed, failed: silent ? 1 : failed };
}

interface VitestReport {
  testResults: {
    name: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

/** Returns a line per failed test of a vitest JSON report: file, name and the error without its stack. */
export function failedTests(report: unknown): string[] {
  const { testResults = [] } = (report ?? {}) as Partial<VitestReport>;
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    const lines = failed.map(({ fullName, failureMessages: [why = ''] }) => `${fullName}: ${messageOf(why)}`);
    if (message !== '') lines.push(messageOf(message));
    return lines.map((line) => `${name} > ${line}`);
  });
}

/** Long enough for the counterexample of a property. Characters. */
const MAX_MESSAGE = 900;

function messageOf(text: string): string {
  const [message = ''] = text.split(/\n +at /, 1);
  return message
    .trim()
    .replaceAll(/\s*\n\s*/g, ' | ')
    .slice(0, MAX_MESSAGE);
}
