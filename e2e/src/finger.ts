import type { Move, Point } from '@doushouqi/rules';
import type { CDPSession, Page } from 'playwright';

/** Duration of a tap. Milliseconds. */
const TAP = 60;
/** Points of the path at which a swipe is reported. */
const STEPS = [0.25, 0.5, 0.75, 1];

/**
 * A finger over a board. Reads the squares' positions once; afterwards only the page's own code runs, so the cost of
 * a touch can be measured.
 */
export class Finger {
  readonly #client: CDPSession;
  readonly #spots: Readonly<Record<string, Point>>;

  private constructor(client: CDPSession, spots: Readonly<Record<string, Point>>) {
    this.#client = client;
    this.#spots = spots;
  }

  static async over(page: Page): Promise<Finger> {
    const spots = await page.getByTestId('board').evaluate((board) => {
      const cells = [...board.querySelectorAll<HTMLElement>('[data-cell]')];
      const entries = cells.map((cell) => {
        const { x, y, width, height } = cell.getBoundingClientRect();
        return [cell.dataset.cell, { x: x + width / 2, y: y + height / 2 }];
      });
      return Object.fromEntries(entries);
    });
    return new Finger(await page.context().newCDPSession(page), spots);
  }

  /** Taps the piece, then its target. */
  async tapMove({ from, to }: Move): Promise<void> {
    await this.#tap(this.#spot(from));
    await this.#tap(this.#spot(to));
  }

  /** Touches the piece, moves along and lifts, with the events of a browser. */
  async swipeMove(move: Move): Promise<void> {
    const [from, to] = [this.#spot(move.from), this.#spot(move.to)];
    await this.#touch('touchStart', [from]);
    for (const part of STEPS) {
      const [x, y] = [from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part];
      await this.#touch('touchMove', [{ x, y }]);
    }
    await this.#touch('touchEnd', []);
  }

  /** Spreads two fingers: the first moves from the piece to its target, the second up the board. */
  async pinch({ from, to }: Move): Promise<void> {
    const [start, end] = [this.#spot(from), this.#spot(to)];
    const second = { x: start.x, y: start.y - 60 };
    await this.#touch('touchStart', [start]);
    await this.#touch('touchStart', [start, second]);
    for (let part = 0.1; part <= 1; part += 0.1) {
      const first = { x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part };
      await this.#touch('touchMove', [first, { x: second.x, y: second.y - 240 * part }]);
    }
    await this.#touch('touchEnd', []);
  }

  /** Returns the center of a square, in px of the window. */
  #spot({ x, y }: Point): Point {
    const spot = this.#spots[`${x},${y}`];
    if (!spot) throw new Error(`the board has no square ${x},${y}`);
    return spot;
  }

  async #tap(spot: Point): Promise<void> {
    await this.#touch('touchStart', [spot]);
    await new Promise((resolve) => setTimeout(resolve, TAP));
    await this.#touch('touchEnd', []);
  }

  async #touch(type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]): Promise<void> {
    await this.#client.send('Input.dispatchTouchEvent', { type, touchPoints });
  }
}
