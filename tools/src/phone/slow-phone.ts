import { Finger, type Player } from '@doushouqi/e2e';

/** Slow 4G as in Lighthouse: round trip in ms, bytes per second. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
/** Slowdown relative to this machine. */
const CPU_SLOWDOWN = 4;
/** A page counts as loaded when the network is idle for this time, at the latest after the limit. */
const STILL_MS = 2_000;
const MOST_MS = 60_000;

interface Vitals {
  /** Of the largest paint, ms. */
  lcp: number;
  /** Cumulative layout shift of all sessions; at least the browsers' score. */
  cls: number;
  tasks: number[];
  /** When the board first took moves, ms; null without a board. */
  live: number | null;
}

/** Measurements of a page load with an empty cache. Milliseconds, and bytes on the wire. */
export interface Visit extends Vitals {
  /** Requests with a response; cached ones are not counted. */
  loads: readonly { type: string; bytes: number }[];
  /** Longest task during a move; null without a move. */
  moveTask: number | null;
}

declare global {
  interface Window {
    vitals: Vitals;
  }
}

/** Runs in the page, before its own scripts. */
function watchVitals(): void {
  const vitals: Vitals = { lcp: 0, cls: 0, tasks: [], live: null };
  window.vitals = vitals;
  const observe = (type: string, received: (entry: never) => void): void =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) received(entry as never);
    }).observe({ type, buffered: true });
  observe('largest-contentful-paint', ({ startTime }: PerformanceEntry) => {
    vitals.lcp = startTime;
  });
  observe('layout-shift', (shift: { value: number; hadRecentInput: boolean }) => {
    if (!shift.hadRecentInput) vitals.cls += shift.value;
  });
  observe('longtask', ({ duration }: PerformanceEntry) => void vitals.tasks.push(duration));
  const awaitBoard = (): void => {
    if (document.querySelector('[data-testid="board"][data-live="true"]')) vitals.live = performance.now();
    else requestAnimationFrame(awaitBoard);
  };
  awaitBoard();
}

async function longestTask({ page }: Player, move: NonNullable<Errand['move']>): Promise<number> {
  const finger = await Finger.over(page);
  await page.evaluate(() => {
    window.vitals.tasks = [];
  });
  await move(finger);
  return await page.evaluate(() => Math.max(0, ...window.vitals.tasks));
}

export interface Errand {
  path: string;
  /** Runs once the page is loaded. */
  move?: (finger: Finger) => Promise<void>;
}

/** Loads a page in a new window with the network and the processor of a slow phone. */
export async function visit(player: Player, { path, move }: Errand): Promise<Visit> {
  const { page } = player;
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', SLOW_4G);
  await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  const loads = new Map<string, { type: string; bytes: number }>();
  let last = performance.now();
  const touch = () => {
    last = performance.now();
  };
  // A redirect reuses the id; none is expected.
  client.on('Network.requestWillBeSent', ({ requestId, type }) => {
    loads.set(requestId, { type: type ?? 'Other', bytes: 0 });
    touch();
  });
  // Preloaded already.
  client.on('Network.requestServedFromCache', ({ requestId }) => void loads.delete(requestId));
  client.on('Network.dataReceived', touch);
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const load = loads.get(requestId);
    if (load) load.bytes = encodedDataLength;
    touch();
  });
  await page.addInitScript(watchVitals);
  await page.goto(path, { waitUntil: 'commit' });
  for (const end = performance.now() + MOST_MS; performance.now() < Math.min(end, last + STILL_MS); )
    await page.waitForTimeout(100);
  const vitals = await page.evaluate(() => window.vitals);
  const moveTask = move ? await longestTask(player, move) : null;
  return { ...vitals, loads: [...loads.values()].filter(({ bytes }) => bytes > 0), moveTask };
}
