import { Finger, type Player } from '@doushouqi/e2e';
import type { CDPSession } from 'playwright-core';

/** Slow 4G as Lighthouse has it: round trip in ms, bytes a second. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
/** So many times slower than this machine. */
const CPU_SLOWDOWN = 4;
/** A page is there when the network has been still for so long, or at the latest after all this. Milliseconds. */
const STILL = 2_000;
const AT_MOST = 60_000;
/** The browser speaks of a long task from here on. Milliseconds. */
export const LONG_TASK = 50;

/** What a slow phone saw of a page, from an empty cache. Milliseconds and bytes as they came over the line. */
export interface Visit {
  /** When the largest thing was painted, and what it was. */
  lcp: number;
  largest: string;
  /** When every picture of the board was there; null without a board. */
  board: number | null;
  /** All that moved by itself: at least what the browser vendors' score says. */
  cls: number;
  bytes: number;
  /** That brought anything: what was asked for early is not fetched again. */
  requests: number;
  /** JavaScript that the page loads by itself, also after it is shown. */
  scriptBytes: number;
  /** Longest task while a move was made; null where none was. */
  moveTask: number | null;
  /** Every request, in order: for looking into. */
  log: readonly Load[];
}

interface Load {
  url: string;
  type: string;
  /** Epoch ms. */
  at: number;
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

/** Runs in the page, before anything of its own. */
function watchVitals(): void {
  const vitals: Vitals = { lcp: 0, largest: '', cls: 0, tasks: [] };
  window.vitals = vitals;
  const observe = (type: string, heard: (entry: never) => void): void =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) heard(entry as never);
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

/** Counts what goes over the network. */
class Wire {
  readonly loads = new Map<string, Load>();
  #last = performance.now();

  constructor(client: CDPSession) {
    client.on('Network.requestWillBeSent', ({ requestId, request, type, wallTime }) => {
      // A redirect keeps the id; none is expected.
      this.loads.set(requestId, { url: request.url, type: type ?? 'Other', at: wallTime * 1000, bytes: 0 });
      this.#last = performance.now();
    });
    // Asked for early already.
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

  /** Resolves when nothing has come for a while. */
  async still(player: Player): Promise<void> {
    const end = performance.now() + AT_MOST;
    while (performance.now() < Math.min(end, this.#last + STILL)) await player.page.waitForTimeout(100);
  }
}

/** When the board and all its pieces are painted, in ms since the navigation began. */
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

interface Errand {
  path: string;
  hasBoard: boolean;
  /** What is done once the page is there. */
  move?: (finger: Finger) => Promise<void>;
}

/** Opens a page in a window that has shown nothing yet, as a slow phone does. */
export async function visit(player: Player, { path, hasBoard, move }: Errand): Promise<Visit> {
  const { page } = player;
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', SLOW_4G);
  await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.addInitScript(watchVitals);
  const wire = new Wire(client);
  await page.goto(path, { waitUntil: 'commit' });
  const board = hasBoard ? await boardPainted(player) : null;
  await wire.still(player);
  const log = [...wire.loads.values()];
  const { lcp, largest, cls, origin } = await page.evaluate(() => ({
    ...window.vitals,
    origin: performance.timeOrigin,
  }));
  return {
    lcp,
    largest,
    board,
    cls,
    bytes: total(log),
    requests: log.filter(({ bytes }) => bytes > 0).length,
    scriptBytes: total(log.filter(({ type }) => type === 'Script')),
    moveTask: move ? await longestTask(player, move) : null,
    log: log.map((load) => ({ ...load, at: load.at - origin })),
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
