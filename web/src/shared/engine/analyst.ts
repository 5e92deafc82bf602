import { EngineError } from '@doushouqi/engine';
import type { Game } from '@doushouqi/rules';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { logFailure } from '../../client/log.ts';
import { ServiceRefusedError } from './local-service.ts';
import type { AnalysisSource, Evaluator, Found } from './source.ts';
import {
  type EngineWork,
  type Failure,
  gameOfJob,
  IDLE,
  type Job,
  next,
  type WorkEvent,
  workAfter,
} from './work.ts';

/** The first depths arrive within milliseconds and each one renders: they are batched. */
const PAUSE_MS = 120;

/** Runs the work of the engine: sends its orders and receives the results. */
export class Analyst {
  readonly store: StoreApi<EngineWork> = createStore<EngineWork>(() => IDLE);
  readonly #source: AnalysisSource;
  readonly #evaluator: Evaluator;

  constructor(source: AnalysisSource, evaluator: Evaluator) {
    this.#source = source;
    this.#evaluator = evaluator;
  }

  send(event: WorkEvent): void {
    const { work, order } = next(workAfter(this.store.getState(), event));
    this.store.setState(work, true);
    if (order?.kind === 'begin') void this.#run(order.job);
    else if (order?.kind === 'stop') (work.job?.kind === 'live' ? this.#source : this.#evaluator).stop();
  }

  /** Stops all work. */
  close(): void {
    this.send({ kind: 'show', game: null });
    this.send({ kind: 'single', game: null });
    this.send({ kind: 'pause' });
  }

  async #run(job: Job): Promise<void> {
    this.send(await this.#result(job));
  }

  async #result(job: Job): Promise<WorkEvent> {
    const game = gameOfJob(job);
    try {
      if (job.kind !== 'live') return { kind: 'evaluated', evaluation: await this.#evaluator.evaluate(game) };
      return { kind: 'analyzed', found: await this.#analyzeShown(game) };
    } catch (error) {
      return { kind: 'failed', failure: failureOf(error) };
    }
  }

  async #analyzeShown(game: Game): Promise<Found> {
    let newest: Found | null = null;
    const timer = setInterval(() => {
      if (newest) this.send({ kind: 'received', found: newest });
      newest = null;
    }, PAUSE_MS);
    try {
      return await this.#source.analyze(game, (found) => {
        newest = found;
      });
    } finally {
      clearInterval(timer);
    }
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof ServiceRefusedError && error.code === 'INVALID_FEN') return 'NO_FEN';
  logFailure('The engine failed', error);
  return error instanceof EngineError && error.code === 'LOAD_TIMEOUT' ? 'LOAD_TIMEOUT' : 'CRASHED';
}
