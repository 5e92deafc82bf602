import { randomUUID } from 'node:crypto';
import { CHECK_IN_TIME } from '@doushouqi/protocol';
import { type RedisClient, type Repeated, repeat } from '@doushouqi/service-kit';
import { advance } from './advance.ts';
import type { TournamentContext } from './context.ts';
import type { StoredTournament } from './models.ts';
import { publishUpdate } from './notify.ts';
import { createEvents, type SeriesConfig } from './series.ts';

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
  /** Interval of the look at the series. */
  seriesMs: number;
  series: () => Promise<SeriesConfig>;
}

/** Periodic work of a process. The first process to lease a tournament advances it. */
export class Background {
  readonly #context: TournamentContext;
  readonly #holder = randomUUID();
  readonly #repeated: readonly Repeated[];
  #isIdle = false;
  /** Tournaments that are not due yet, which house bots have entered. */
  readonly #entered = new Set<string>();
  /** Running steps: those of a large Swiss take seconds, in which other tournaments go on. */
  readonly #running = new Map<string, Promise<void>>();
  /** Tournaments whose spectators are updated until a time, epoch ms. */
  readonly #watched = new Map<string, { tournament: StoredTournament; until: number }>();

  constructor(
    context: TournamentContext,
    redis: Pick<RedisClient, 'status'>,
    { tickMs, idleTickMs, publishMs, seriesMs, series }: Options,
  ) {
    this.#context = context;
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
        async () => createEvents(context, await series()),
        this.#failed('series'),
      ),
    ];
  }

  async stop(): Promise<void> {
    await Promise.all(this.#repeated.map((one) => one.stop()));
    await Promise.all(this.#running.values());
  }

  async #advanceAll(): Promise<void> {
    const { catalog, ledger, now } = this.#context;
    const open = await catalog.open();
    const due = open.filter((one) => this.#isDue(one, now()));
    for (const one of due) this.#watched.set(one._id, { tournament: one, until: now() + AFTER_END_MS });
    this.#isIdle = due.length === 0;
    for (const one of due) this.#advance(one);
    const known = new Set(open.map(({ _id }) => _id));
    for (const id of this.#entered) if (!known.has(id)) this.#entered.delete(id);
    ledger.tidy();
  }

  /** House bots enter as soon as there is a tournament for them. */
  #isDue({ _id, startsAt, hasBots }: StoredTournament, now: number): boolean {
    return now >= startsAt - LEAD_MS || (hasBots && !this.#entered.has(_id));
  }

  #advance(tournament: StoredTournament): void {
    const { _id } = tournament;
    if (this.#running.has(_id)) return;
    const work = this.#context.marks
      .lease(_id, this.#holder, () => this.#step(tournament))
      .catch(this.#failed(_id))
      .finally(() => this.#running.delete(_id));
    this.#running.set(_id, work);
  }

  async #step(tournament: StoredTournament): Promise<void> {
    await advance(this.#context, tournament);
    this.#entered.add(tournament._id);
  }

  /** Not a part of the steps, which wait for the rooms of a wave. */
  async #publishAll(): Promise<void> {
    for (const [id, { tournament, until }] of this.#watched) {
      if (this.#context.now() > until) this.#watched.delete(id);
      const book = await this.#context.ledger.read(tournament._id, tournament.kind);
      await publishUpdate(this.#context, tournament, book);
    }
  }

  #failed(what: string) {
    return (error: unknown): void =>
      this.#context.logger.warn({ err: error, what }, 'tournaments are tried again');
  }
}
