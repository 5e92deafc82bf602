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

/** The game on the board. A verdict from outside does not end a study: it can be played on from there. */
function shownGame(analysis: Analysis, before: Game): Game {
  if (analysis.mode !== 'setup') return withoutVerdict(nodeOf(shownStudy(analysis)).game);
  const position = shownPosition(analysis);
  return position.ok ? newGame(undefined, position.value) : before;
}

/** A study has no players and no end: every position can be left again. */
const SEATS = {
  gameId: 'analysis',
  status: 'playing',
  own: null,
  movers: SIDES,
  clock: null,
  premove: null,
} as const;

/** The analysis page's game: what is set up, played and looked through; both sides are moved by one hand. */
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
    if (refusal) return void this.#notices.tell(refusal);
    this.act(
      onStudy((study) => moved(study, { from, to })),
      from,
    );
  }

  /** Makes an edit, or says why not: then nothing changes. Whether it was made. */
  act(edit: Edit, from: Point | null = null): boolean {
    const made: Result<Analysis, AnalysisError> = edit(this.store.getState().analysis);
    if (made.ok) this.set(made.value);
    else this.#notices.tell({ kind: 'refused', message: this.#messageOf(made.error), from });
    return made.ok;
  }

  set(analysis: Analysis): void {
    const before = this.store.getState();
    if (before.analysis === analysis) return;
    const game = shownGame(analysis, before.game);
    this.store.setState({ analysis, game, version: before.version + 1 });
  }
}

/** What a component needs of the analysis; it is drawn again when that changes, and not before. */
export function useAnalysis<T>({ store }: AnalysisGame, select: (analysis: Analysis) => T): T {
  return useStore(store, ({ analysis }) => select(analysis));
}

/** The same for what stands beside the board: it is drawn after the board and in small steps, as `useGameBeside`. */
export function useAnalysisBeside<T>({ store }: AnalysisGame, select: (analysis: Analysis) => T): T {
  return useBeside(store, ({ analysis }) => select(analysis));
}
