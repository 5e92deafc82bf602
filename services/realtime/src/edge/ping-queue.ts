/**
 * Who is to be pinged when. All wait equally long, so the order in which they begin to wait is the order in which they
 * are due. Times in ms.
 */
export class PingQueue<Peer> {
  readonly #interval: number;
  readonly #ahead: number;
  /** When each is due; the next one first. */
  readonly #due = new Map<Peer, number>();

  /** A peer waits `interval` at most, and less by up to `ahead` where another one is due by then. */
  constructor({ interval, ahead }: { interval: number; ahead: number }) {
    this.#interval = interval;
    this.#ahead = ahead;
  }

  /** Has the peer wait, from now on. */
  add(peer: Peer, now: number): void {
    this.#due.delete(peer);
    this.#due.set(peer, now + this.#interval);
  }

  delete(peer: Peer): void {
    this.#due.delete(peer);
  }

  /** When the next one is due; undefined where nobody waits. */
  next(): number | undefined {
    return this.#due.values().next().value;
  }

  /** Takes out those who are due, or will be soon: `most` of them at most. */
  take(now: number, most: number): Peer[] {
    const taken: Peer[] = [];
    for (const [peer, due] of this.#due) {
      if (due > now + this.#ahead || taken.length === most) break;
      taken.push(peer);
      this.#due.delete(peer);
    }
    return taken;
  }
}
