import { type Game, newGame, type Point, type Result, SIDES, withoutVerdict } from '@doushouqi/rules';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type GameController, type GameNotice, type GameState, Listeners } from '../../../game/controller.ts';
import { refusalOf } from '../../../game/refusal.ts';
import { useBeside } from '../../../shared/table/use-game.ts';
import {
  type Analysis,
  type AnalysisError,
  type Edit,
  newAnalysis,
  onStudy,
  shownPosition,
  shownStudy,
} from './analysis.ts';
import { moved, nodeOf } from './study.ts';

interface AnalysisState extends GameState {
  readonly analysis: Analysis;
}

/** Returns the game on the board. A verdict does not end a study: moves can follow it. */
function shownGame(analysis: Analysis, before: Game): Game {
  if (analysis.mode !== 'setup') return withoutVerdict(nodeOf(shownStudy(analysis)).game);
  const position = shownPosition(analysis);
  return position.ok ? newGame(undefined, position.value) : before;
}

/** A study has no players and does not end: the user can leave every position. */
const SEATS = {
  gameId: 'analysis',
  status: 'playing',
  own: null,
  movers: SIDES,
  clock: null,
  premove: null,
} as const;

/** The game of the analysis page: setup, play and notation; one user moves both sides. */
export class AnalysisGame implements GameController {
  readonly store: StoreApi<AnalysisState>;
  readonly #messageOf: (code: AnalysisError) => string;
  readonly #notices = new Listeners<GameNotice>();

  constructor(messageOf: (code: AnalysisError) => string, analysis: Analysis = newAnalysis()) {
    this.#messageOf = messageOf;
    const game = shownGame(analysis, newGame());
    this.store = createStore<AnalysisState>(() => ({ ...SEATS, version: 0, game, analysis }));
  }

  listen(listener: (notice: GameNotice) => void): () => void {
    return this.#notices.add(listener);
  }

  move(from: Point, to: Point): void {
    const refusal = refusalOf(this.store.getState().game, from, to);
    if (refusal) return void this.#notices.notify(refusal);
    this.act(
      onStudy((study) => moved(study, { from, to })),
      from,
    );
  }

  /** Makes an edit, or shows an error and changes nothing. Returns whether it was made. */
  act(edit: Edit, from: Point | null = null): boolean {
    const made: Result<Analysis, AnalysisError> = edit(this.store.getState().analysis);
    if (made.ok) this.set(made.value);
    else this.#notices.notify({ kind: 'refused', message: this.#messageOf(made.error), from });
    return made.ok;
  }

  set(analysis: Analysis): void {
    const before = this.store.getState();
    if (before.analysis === analysis) return;
    const game = shownGame(analysis, before.game);
    this.store.setState({ analysis, game, version: before.version + 1 });
  }
}

/** Returns the selected part of the analysis; renders only when it changes. */
export function useAnalysis<T>({ store }: AnalysisGame, select: (analysis: Analysis) => T): T {
  return useStore(store, ({ analysis }) => select(analysis));
}

/** The same for content beside the board: renders after the board and in small steps, as `useGameBeside`. */
export function useAnalysisBeside<T>({ store }: AnalysisGame, select: (analysis: Analysis) => T): T {
  return useBeside(store, ({ analysis }) => select(analysis));
}
