import { Finger, type Player } from '@doushouqi/e2e';
import type { CDPSession, Page } from 'playwright-core';

/** Slow 4G as in Lighthouse: round trip in ms, bytes per second. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
/** Slowdown relative to this machine. */
const CPU_SLOWDOWN = 4;
/** A page counts as loaded when the network is idle for this time, at the latest after the limit. Milliseconds. */
const STILL = 2_000;
const AT_MOST = 60_000;

/** Measurements of a page load with an empty cache. Milliseconds, and bytes on the wire. */
export interface Visit {
  /** Time and element of the largest paint. */
  lcp: number;
  largest: string;
  /** When every picture of the board was painted; null without a board. */
  board: number | null;
  /** Cumulative layout shift of all sessions; at least the browsers' score. */
  cls: number;
  bytes: number;
  /** Requests with a response; cached ones are not counted. */
  requests: number;
  /** JavaScript that the page loads by itself, also after it is shown. */
  scriptBytes: number;
  /** Longest task during a move; null without a move. */
  moveTask: number | null;
}

interface Load {
  type: string;
  bytes: number;
}

interface Vitals {
  lcp: number;
  largest: string;
  cls: number;
  tasks: number[];
}

declare global {
  interface Window {
    vitals: Vitals;
  }
}

/** Runs in the page, before its own scripts. */
function watchVitals(): void {
  const vitals: Vitals = { lcp: 0, largest: '', cls: 0, tasks: [] };
  window.vitals = vitals;
  const observe = (type: string, received: (entry: never) => void): void =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) received(entry as never);
    }).observe({ type, buffered: true });
  observe('largest-contentful-paint', ({ startTime, url, element }: LargestContentfulPaint) => {
    vitals.lcp = startTime;
    vitals.largest = url
      ? new URL(url).pathname
      : `<${element?.localName}> ${element?.textContent?.slice(0, 12)}`;
  });
  observe('layout-shift', (shift: { value: number; hadRecentInput: boolean }) => {
    if (!shift.hadRecentInput) vitals.cls += shift.value;
  });
  observe('longtask', ({ duration }: PerformanceEntry) => void vitals.tasks.push(duration));
}

interface LargestContentfulPaint extends PerformanceEntry {
  url: string;
  element: Element | null;
}

/** Counts network traffic. */
class Wire {
  readonly loads = new Map<string, Load>();
  #last = performance.now();

  constructor(client: CDPSession) {
    client.on('Network.requestWillBeSent', ({ requestId, type }) => {
      // A redirect reuses the id; none is expected.
      this.loads.set(requestId, { type: type ?? 'Other', bytes: 0 });
      this.#last = performance.now();
    });
    // Preloaded already.
    client.on('Network.requestServedFromCache', ({ requestId }) => void this.loads.delete(requestId));
    client.on('Network.dataReceived', () => {
      this.#last = performance.now();
    });
    client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const load = this.loads.get(requestId);
      if (load) load.bytes = encodedDataLength;
      this.#last = performance.now();
    });
  }

  /** Resolves when the network is idle. */
  async still(player: Player): Promise<void> {
    const end = performance.now() + AT_MOST;
    while (performance.now() < Math.min(end, this.#last + STILL)) await player.page.waitForTimeout(100);
  }
}

/** Returns when the board and all its pieces are painted, in ms since the navigation. */
function boardPainted(player: Player): Promise<number> {
  return player.page
    .waitForFunction(
      () => {
        const pictures = [...document.querySelectorAll<HTMLImageElement>('[data-testid="board"] img')];
        const isThere = pictures.length > 1 && pictures.every((one) => one.complete && one.naturalWidth > 0);
        return isThere && performance.now();
      },
      undefined,
      { polling: 'raf', timeout: AT_MOST },
    )
    .then((handle) => handle.jsonValue() as Promise<number>);
}

export interface Errand {
  path: string;
  hasBoard: boolean;
  /** Runs once the page is loaded. */
  move?: (finger: Finger) => Promise<void>;
}

/** Gives a window the network and the processor of a slow phone. */
async function slowDown(page: Page): Promise<CDPSession> {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', SLOW_4G);
  await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return client;
}

/** Loads a page in a new window as a slow phone does. */
export async function visit(player: Player, { path, hasBoard, move }: Errand): Promise<Visit> {
  const { page } = player;
  const client = await slowDown(page);
  await page.addInitScript(watchVitals);
  const wire = new Wire(client);
  await page.goto(path, { waitUntil: 'commit' });
  const board = hasBoard ? await boardPainted(player) : null;
  await wire.still(player);
  const log = [...wire.loads.values()];
  const { lcp, largest, cls } = await page.evaluate(() => window.vitals);
  return {
    lcp,
    largest,
    board,
    cls,
    bytes: total(log),
    requests: log.filter(({ bytes }) => bytes > 0).length,
    scriptBytes: total(log.filter(({ type }) => type === 'Script')),
    moveTask: move ? await longestTask(player, move) : null,
  };
}

async function longestTask({ page }: Player, move: NonNullable<Errand['move']>): Promise<number> {
  const finger = await Finger.over(page);
  await page.evaluate(() => {
    window.vitals.tasks = [];
  });
  await move(finger);
  return await page.evaluate(() => Math.max(0, ...window.vitals.tasks));
}

function total(loads: readonly Load[]): number {
  return loads.reduce((sum, { bytes }) => sum + bytes, 0);
}
