import { EngineError } from '@doushouqi/engine';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { ServiceRefusedError } from '../../../engine/local-service.ts';
import type { AnalysisSource, Evaluator } from './source.ts';
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

/** Does the work of the engine: gives its orders and hears what comes of them. */
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

  /** Nothing is looked at any more. */
  close(): void {
    this.tell({ kind: 'look', game: null });
    this.tell({ kind: 'pause' });
  }

  async #run(job: Job): Promise<void> {
    this.tell(await this.#result(job));
  }

  async #result(job: Job): Promise<WorkEvent> {
    const game = gameOfJob(job);
    try {
      if (job.kind === 'review')
        return { kind: 'evaluated', evaluation: await this.#evaluator.evaluate(game) };
      const hear = (found: Parameters<Parameters<AnalysisSource['analyse']>[1]>[0]): void =>
        this.tell({ kind: 'heard', found });
      return { kind: 'looked', found: await this.#source.analyse(game, hear) };
    } catch (error) {
      return { kind: 'failed', failure: failureOf(error) };
    }
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof ServiceRefusedError && error.code === 'INVALID_FEN') return 'NO_FEN';
  return error instanceof EngineError && error.code === 'LOAD_TIMEOUT' ? 'LOAD_TIMEOUT' : 'CRASHED';
}
