import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** Audit findings for production packages; `asked` is false if the registry answers no audits. */
export type Audit = { asked: false } | { asked: true; found: string[] };

const SERIOUS = ['high', 'critical'];

interface Report {
  vulnerabilities?: Record<string, { severity: string; range?: string }>;
}

/** Parses the output of `npm audit --json`. Pure. */
export function readAudit(output: string): Audit {
  let report: Report;
  try {
    report = JSON.parse(output) as Report;
  } catch {
    return { asked: false };
  }
  if (report.vulnerabilities === undefined) return { asked: false };
  const serious = Object.entries(report.vulnerabilities).filter(([, { severity }]) =>
    SERIOUS.includes(severity),
  );
  return {
    asked: true,
    found: serious.map(([name, { severity, range }]) => `${name} ${range ?? ''}: ${severity}`),
  };
}

/** Queries the registry with a timeout in milliseconds. */
export async function auditDependencies(root: string, timeoutMs: number): Promise<Audit> {
  const npm = spawn('npm', ['audit', '--omit=dev', '--json'], {
    cwd: root,
    timeout: timeoutMs,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  npm.on('error', () => undefined);
  return readAudit(await text(npm.stdout));
}
