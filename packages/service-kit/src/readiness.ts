import type { RequestHandler } from 'express';

export type ReadinessChecks = Record<string, () => Promise<unknown>>;

const CHECK_TIMEOUT_MS = 1_500;

async function outcome(check: () => Promise<unknown>): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('no answer in time'), CHECK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([check().then(() => 'ok'), late]);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    clearTimeout(timer);
  }
}

/** Handler of `/readyz`: 200 if every dependency answers, else 503 with the failed checks in the body. */
export function readinessHandler(checks: ReadinessChecks, draining: () => boolean): RequestHandler {
  return async (_req, res) => {
    const entries = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await outcome(check)] as const),
    );
    const ready = !draining() && entries.every(([, result]) => result === 'ok');
    const status = ready ? 'ready' : draining() ? 'draining' : 'unavailable';
    res.status(ready ? 200 : 503).json({ status, checks: Object.fromEntries(entries) });
  };
}
