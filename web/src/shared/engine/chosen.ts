import { createStore, type StoreApi } from 'zustand/vanilla';
import type { KeyStore } from '../../client/storage.ts';
import { ServiceGoneError } from './local-service.ts';
import type { AnalysisSource } from './source.ts';

export const ENGINES = ['page', 'service'] as const;
/** The engine in the page, or the analysis service of this machine. */
export type EngineName = (typeof ENGINES)[number];

/** The engine that analyzes. */
interface EngineChoice {
  readonly chosen: EngineName;
  /** Whether the service answered the last request; null before the first. */
  readonly isThere: boolean | null;
  /** Grows with every change that requires a new analysis of the position. */
  readonly epoch: number;
}

/** Storage key of the choice on this device. */
const KEY = 'analysisEngine';

/** Analyzes with the chosen engine; uses the in-page engine while the service does not answer. */
export class ChosenEngine implements AnalysisSource {
  readonly store: StoreApi<EngineChoice>;
  readonly #storage: KeyStore;
  readonly #sources: Readonly<Record<EngineName, AnalysisSource>>;
  #running: AnalysisSource;
  #isStopped = false;

  constructor(sources: Readonly<Record<EngineName, AnalysisSource>>, storage: KeyStore) {
    this.#sources = sources;
    this.#storage = storage;
    this.#running = sources.page;
    const chosen = storage.getItem(KEY) === 'service' ? 'service' : 'page';
    this.store = createStore<EngineChoice>(() => ({ chosen, isThere: null, epoch: 0 }));
  }

  choose(chosen: EngineName): void {
    this.#storage.setItem(KEY, chosen);
    this.store.setState(({ epoch }) => ({ chosen, epoch: epoch + 1 }));
  }

  /** Stores whether the service answered. */
  received(isThere: boolean): void {
    this.store.setState((now) => {
      // After a loss during a search, the in-page engine continues the search.
      const isBack = isThere && now.isThere === false && now.chosen === 'service';
      return { isThere, epoch: now.epoch + (isBack ? 1 : 0) };
    });
  }

  analyze: AnalysisSource['analyze'] = async (game, onFound) => {
    this.#isStopped = false;
    const { chosen, isThere } = this.store.getState();
    if (chosen === 'page' || isThere === false) return this.#inPage(game, onFound);
    this.#running = this.#sources.service;
    try {
      const found = await this.#running.analyze(game, (sofar) => {
        this.received(true);
        onFound(sofar);
      });
      return found;
    } catch (error) {
      if (!(error instanceof ServiceGoneError)) throw error;
      this.received(false);
      if (this.#isStopped) return { depth: null, nodes: null, lines: [] };
      return this.#inPage(game, onFound);
    }
  };

  stop(): void {
    this.#isStopped = true;
    this.#running.stop();
  }

  #inPage(...[game, onFound]: Parameters<AnalysisSource['analyze']>): ReturnType<AnalysisSource['analyze']> {
    this.#running = this.#sources.page;
    return this.#running.analyze(game, onFound);
  }
}
