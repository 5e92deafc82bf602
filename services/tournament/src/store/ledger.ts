import { confirmOf, errorOf, type RedisClient } from '@doushouqi/service-kit';
import type { TournamentEvent, TournamentKind } from '@doushouqi/tournament';
import { type Book, enter, type MutableBook, newBook } from './book.ts';
import { APPEND, keysOf, READ } from './scripts.ts';

/**
 * Returns the events to append; throws a refusal. `pending`: those of the same batch that are not in the book yet. Pure,
 * since it runs again if another process appends first.
 */
type Decide = (book: Book, pending: readonly TournamentEvent[]) => readonly TournamentEvent[];

interface Change {
  decide: Decide;
  /** Not in one batch with others. */
  isAlone: boolean;
  resolve: (events: readonly TournamentEvent[]) => void;
  reject: (error: unknown) => void;
}

type Decision = { change: Change } & ({ events: readonly TournamentEvent[] } | { refusal: unknown });

/** A tournament in this process. */
interface Account {
  book: MutableBook;
  /** The last event (JSON); '' for none. */
  lastEvent: string;
  readAt: number;
  /** Number of events that a failover cannot undo. */
  confirmed: number;
  /** The last read or write; the next one follows it. */
  last: Promise<unknown>;
  changes: Change[];
  isWriting: boolean;
  usedAt: number;
}

/** Changes of one batch, and attempts while other processes append. */
const BATCH = 500;
const ATTEMPTS = 50;
/** A tournament that was not used for this time is read again when it is needed. Milliseconds. */
const FORGET_MS = 10 * 60_000;
/** Life of the key that is written to wait for the replicas; no process reads it. Milliseconds. */
const CONFIRMED_MS = 60_000;

/** Reads and writes of a tournament come one after the other. */
function inTurn<T>(account: Account, work: () => Promise<T>): Promise<T> {
  const done = account.last.then(work, work);
  account.last = done.catch(() => undefined);
  return done;
}

function take(account: Account, tail: readonly string[]): void {
  for (const text of tail) enter(account.book, JSON.parse(text) as TournamentEvent);
  account.lastEvent = tail.at(-1) ?? account.lastEvent;
}

function decideAll({ book }: Account, batch: readonly Change[]) {
  const pending: TournamentEvent[] = [];
  const decisions = batch.map((change): Decision => {
    try {
      const events = change.decide(book, pending);
      pending.push(...events);
      return { change, events };
    } catch (refusal) {
      return { change, refusal };
    }
  });
  return { pending, decisions };
}

function settle(decisions: readonly Decision[]): void {
  for (const decision of decisions) {
    if ('refusal' in decision) decision.change.reject(decision.refusal);
    else decision.change.resolve(decision.events);
  }
}

/**
 * The events of tournaments in Redis, and the books that this process keeps of them. Every method rejects while Redis is
 * unavailable.
 */
export class Ledger {
  readonly #redis: RedisClient;
  readonly #now: () => number;
  readonly #accounts = new Map<string, Account>();

  /** `now`: epoch ms. */
  constructor(redis: RedisClient, now: () => number) {
    this.#redis = redis;
    this.#now = now;
  }

  /** Returns the book, at most `maxAgeMs` old. */
  async read(id: string, kind: TournamentKind, maxAgeMs = 0): Promise<Book> {
    const account = this.#accountOf(id, kind);
    const isFresh = () => maxAgeMs > 0 && this.#now() - account.readAt <= maxAgeMs;
    if (!isFresh())
      await inTurn(account, async () => {
        // A caller before may have read it.
        if (!isFresh()) await this.#read(account);
      });
    return account.book;
  }

  /**
   * Returns the book that this process knows, once a failover cannot undo it: what follows from an event must not outlive
   * it.
   */
  async confirmed(id: string, kind: TournamentKind): Promise<Book> {
    const account = this.#accountOf(id, kind);
    await inTurn(account, () => this.#confirm(account));
    return account.book;
  }

  /**
   * Appends what `decide` returns, and resolves to it, also if it has nothing to append, once a failover cannot undo the
   * events: an earlier attempt may have appended them without a reply. Changes of players share an append; `isAlone`: this one does not.
   * Rejects with what `decide` throws, and with TOURNAMENT_BUSY.
   */
  change(
    id: string,
    kind: TournamentKind,
    decide: Decide,
    { isAlone = false } = {},
  ): Promise<readonly TournamentEvent[]> {
    const account = this.#accountOf(id, kind);
    return new Promise((resolve, reject) => {
      account.changes.push({ decide, isAlone, resolve, reject });
      if (account.isWriting) return;
      account.isWriting = true;
      void this.#write(account);
    });
  }

  /** Forgets a tournament; it is read again when it is needed. */
  forget(id: string): void {
    this.#accounts.delete(id);
  }

  /** Forgets tournaments that were not used lately. */
  tidy(): void {
    for (const [id, account] of this.#accounts)
      if (!account.isWriting && this.#now() - account.usedAt > FORGET_MS) this.#accounts.delete(id);
  }

  #accountOf(id: string, kind: TournamentKind): Account {
    const account = this.#accounts.get(id) ?? {
      book: newBook(id, kind),
      lastEvent: '',
      readAt: Number.NEGATIVE_INFINITY,
      confirmed: 0,
      last: Promise.resolve(),
      changes: [],
      isWriting: false,
      usedAt: 0,
    };
    account.usedAt = this.#now();
    this.#accounts.set(id, account);
    return account;
  }

  async #read(account: Account): Promise<void> {
    const { id, length } = account.book;
    const tail = await READ(this.#redis, keysOf(id), { length, last: account.lastEvent });
    await this.#takeOrReset(account, tail);
  }

  /** Takes the tail; without one reads all events again, because a failover lost some of the known ones. */
  async #takeOrReset(account: Account, tail: readonly string[] | null): Promise<void> {
    let events = tail;
    if (events === null) {
      const { id, kind } = account.book;
      events = await this.#redis.lrange(keysOf(id).events, 0, -1);
      account.book = newBook(id, kind);
      account.lastEvent = '';
      account.confirmed = 0;
    }
    take(account, events);
    account.readAt = this.#now();
  }

  async #write(account: Account): Promise<void> {
    while (account.changes.length > 0) {
      const alone = account.changes.findIndex(({ isAlone }) => isAlone);
      const size = alone === -1 ? BATCH : Math.max(1, Math.min(alone, BATCH));
      const batch = account.changes.splice(0, size);
      await inTurn(account, () => this.#append(account, batch)).catch((error: unknown) => {
        for (const { reject } of batch) reject(error);
      });
    }
    account.isWriting = false;
  }

  /** Decides a batch and appends it. */
  async #append(account: Account, batch: readonly Change[]): Promise<void> {
    // A refusal must not follow from events that this process has not read.
    await this.#read(account);
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const { pending, decisions } = decideAll(account, batch);
      if (pending.length === 0 || (await this.#appendEvents(account, pending))) {
        await this.#confirm(account);
        return settle(decisions);
      }
    }
    throw errorOf('TOURNAMENT_BUSY', { retryAfter: 1 });
  }

  /** Returns false if another process appended first; its events are then in the book. */
  async #appendEvents(account: Account, pending: readonly TournamentEvent[]): Promise<boolean> {
    const { id, length } = account.book;
    const keys = keysOf(id);
    const events = pending.map((event) => JSON.stringify(event));
    const known = { length, last: account.lastEvent };
    const [isOurs, missed = null] = await APPEND(this.#redis, keys, { ...known, events });
    if (!isOurs) {
      await this.#takeOrReset(account, missed);
      return false;
    }
    await this.#takeOrReset(account, events);
    await this.#confirm(account, { isWritten: true });
    return true;
  }

  /** `isWritten`: by this connection just now. Else it writes something that follows the events, and waits for that. */
  async #confirm(account: Account, { isWritten = false } = {}): Promise<void> {
    const confirm = confirmOf(this.#redis);
    const { id, length } = account.book;
    if (confirm === undefined || account.confirmed === length) return;
    const { events, confirmed } = keysOf(id);
    if (!isWritten) await this.#redis.set(confirmed, length, 'PX', CONFIRMED_MS);
    await confirm(events);
    account.confirmed = length;
  }
}
