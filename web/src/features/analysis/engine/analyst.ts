import { EngineError } from '@doushouqi/engine';
import type { Game } from '@doushouqi/rules';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { logFailure } from '../../../client/log.ts';
import { ServiceRefusedError } from '../../../engine/local-service.ts';
import { paced } from './paced.ts';
import type { AnalysisSource, Evaluator, Found } from './source.ts';
import {
  type EngineWork,
  type Failure,
  gameOfJob,
  IDLE,
  type Job,
  next,
  type WorkEvent,
  worked,
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

  tell(event: WorkEvent): void {
    const { work, order } = next(worked(this.store.getState(), event));
    this.store.setState(work, true);
    if (order?.kind === 'begin') void this.#run(order.job);
    else if (order?.kind === 'stop') (work.job?.kind === 'live' ? this.#source : this.#evaluator).stop();
  }

  /** Stops all work. */
  close(): void {
    this.tell({ kind: 'look', game: null });
    this.tell({ kind: 'aside', game: null });
    this.tell({ kind: 'pause' });
  }

  async #run(job: Job): Promise<void> {
    this.tell(await this.#result(job));
  }

  async #result(job: Job): Promise<WorkEvent> {
    const game = gameOfJob(job);
    try {
      if (job.kind !== 'live') return { kind: 'evaluated', evaluation: await this.#evaluator.evaluate(game) };
      return { kind: 'looked', found: await this.#look(game) };
    } catch (error) {
      return { kind: 'failed', failure: failureOf(error) };
    }
  }

  async #look(game: Game): Promise<Found> {
    const received = paced((found: Found) => this.tell({ kind: 'received', found }), PAUSE_MS);
    try {
      return await this.#source.analyze(game, received.tell);
    } finally {
      received.end();
    }
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof ServiceRefusedError && error.code === 'INVALID_FEN') return 'NO_FEN';
  logFailure('The engine failed', error);
  return error instanceof EngineError && error.code === 'LOAD_TIMEOUT' ? 'LOAD_TIMEOUT' : 'CRASHED';
}
