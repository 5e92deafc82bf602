import { randomUUID } from 'node:crypto';
import { CHECK_IN_TIME } from '@doushouqi/protocol';
import { type RedisClient, type Repeated, repeat } from '@doushouqi/service-kit';
import { advance } from './advance.ts';
import { endCancelled } from './commands/cancel.ts';
import type { TournamentContext } from './context.ts';
import type { StoredTournament } from './models.ts';
import { publishUpdate } from './notify.ts';
import type { SeriesConfig } from './series.ts';
import { followSeries } from './series-events.ts';

/** A tournament is looked at from this time before its check-in. Milliseconds. */
const LEAD_MS = CHECK_IN_TIME + 60_000;

/** The end of a tournament reaches its spectators within this time. Milliseconds. */
const AFTER_END_MS = 10_000;

interface Options {
  /** Interval of the look at due tournaments, and while there is none. */
  tickMs: number;
  idleTickMs: number;
  /** Interval of the look at changes that spectators do not have. */
  publishMs: number;
  /** Intervals of the look whether the series have changed, and at their events without a change. */
  seriesMs: number;
  eventsMs: number;
  series: () => Promise<SeriesConfig>;
}

/** Periodic work of a process. The first process to lease a tournament advances it. */
export class Background {
  readonly #context: TournamentContext;
  readonly #holder = randomUUID();
  readonly #repeated: readonly Repeated[];
  readonly #eventsMs: number;
  /** The series (JSON) whose events exist, and when they were looked at. */
  #followed = { text: '', at: 0 };
  #isIdle = false;
  /** Revisions of tournaments that are not due yet: house bots have entered, players know of the change. */
  readonly #seen = new Map<string, number>();
  /** Running steps: those of a large Swiss take seconds, in which other tournaments go on. */
  readonly #running = new Map<string, Promise<void>>();
  /** Tournaments whose spectators are updated until a time, epoch ms. */
  readonly #watched = new Map<string, { tournament: StoredTournament; until: number }>();

  constructor(
    context: TournamentContext,
    redis: Pick<RedisClient, 'status'>,
    { tickMs, idleTickMs, publishMs, seriesMs, eventsMs, series }: Options,
  ) {
    this.#context = context;
    this.#eventsMs = eventsMs;
    this.#repeated = [
      repeat(
        () => (this.#isIdle ? idleTickMs : tickMs),
        async () => {
          // Commands queued while Redis is away would all run at once after the reconnect.
          if (redis.status === 'ready') await this.#advanceAll();
        },
        this.#failed('advance'),
      ),
      repeat(
        () => (this.#watched.size === 0 ? idleTickMs : publishMs),
        async () => {
          if (redis.status === 'ready') await this.#publishAll();
        },
        this.#failed('publish'),
      ),
      repeat(
        () => seriesMs,
        async () => this.#followSeries(await series()),
        this.#failed('series'),
      ),
    ];
  }

  async stop(): Promise<void> {
    await Promise.all(this.#repeated.map((one) => one.stop()));
    await Promise.all(this.#running.values());
  }

  async #followSeries(series: SeriesConfig): Promise<void> {
    const [text, at] = [JSON.stringify(series), this.#context.now()];
    if (text === this.#followed.text && at - this.#followed.at < this.#eventsMs) return;
    await followSeries(this.#context, series);
    this.#followed = { text, at };
  }

  async #advanceAll(): Promise<void> {
    const { catalog, ledger, now } = this.#context;
    const open = await catalog.open();
    const due = open.filter((one) => this.#isDue(one, now()));
    for (const one of due) this.#watched.set(one._id, { tournament: one, until: now() + AFTER_END_MS });
    this.#isIdle = due.length === 0;
    for (const one of due) this.#lease(one, () => this.#step(one));
    for (const one of await catalog.cancelled()) this.#lease(one, () => endCancelled(this.#context, one));
    const known = new Set(open.map(({ _id }) => _id));
    for (const id of this.#seen.keys()) if (!known.has(id)) this.#seen.delete(id);
    ledger.tidy();
  }

  /** House bots enter as soon as there is a tournament for them, and players are notified of a change. */
  #isDue({ _id, startsAt, hasBots, revision }: StoredTournament, now: number): boolean {
    const isSeen = this.#seen.get(_id) === revision;
    return now >= startsAt - LEAD_MS || (!isSeen && (hasBots || revision > 0));
  }

  #lease({ _id }: StoredTournament, run: () => Promise<void>): void {
    if (this.#running.has(_id)) return;
    const work = this.#context.marks
      .lease(_id, this.#holder, run)
      .catch(this.#failed(_id))
      .finally(() => this.#running.delete(_id));
    this.#running.set(_id, work);
  }

  async #step(tournament: StoredTournament): Promise<void> {
    const { _id, revision } = tournament;
    const book = await advance(this.#context, tournament);
    // An event that its series has again waits until its old state is forgotten.
    if (book.state.phase !== 'cancelled') this.#seen.set(_id, revision);
  }

  /** Not a part of the steps, which wait for the rooms of a wave. */
  async #publishAll(): Promise<void> {
    for (const [id, { tournament, until }] of this.#watched) {
      if (this.#context.now() > until) this.#watched.delete(id);
      const book = await this.#context.ledger.read(id, tournament.kind);
      await publishUpdate(this.#context, tournament, book);
    }
  }

  #failed(what: string) {
    return (error: unknown): void =>
      this.#context.logger.warn({ err: error, what }, 'tournaments are tried again');
  }
}
