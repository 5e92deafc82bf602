import {
  type Finished,
  fold,
  newTournament,
  type Paired,
  type TournamentEvent,
  type TournamentKind,
  type TournamentState,
} from '@doushouqi/tournament';

/** What follows from the events of a tournament. Only the ledger changes it. */
export interface Book {
  readonly id: string;
  readonly kind: TournamentKind;
  readonly state: TournamentState;
  /** Number of events. */
  readonly length: number;
  /** Pairings in their order, and the ends of games. */
  readonly paired: readonly Paired[];
  readonly finished: ReadonlyMap<string, Finished>;
  /** When the last round of a Swiss ended; null before. */
  readonly roundEndedAt: number | null;
  /** When the tournament ended; null before. */
  readonly endedAt: number | null;
}

export interface MutableBook extends Book {
  length: number;
  paired: Paired[];
  finished: Map<string, Finished>;
  roundEndedAt: number | null;
  endedAt: number | null;
}

export function newBook(id: string, kind: TournamentKind): MutableBook {
  return {
    id,
    kind,
    state: newTournament(kind),
    length: 0,
    paired: [],
    finished: new Map(),
    roundEndedAt: null,
    endedAt: null,
  };
}

/** Adds the next event in place. */
export function enter(book: MutableBook, event: TournamentEvent): void {
  fold(book.state, event);
  book.length += 1;
  if (event.kind === 'paired') book.paired.push(event);
  if (event.kind === 'finished' && !book.finished.has(event.game)) book.finished.set(event.game, event);
  if (event.kind === 'roundEnded') book.roundEndedAt = event.at;
  if (event.kind === 'ended') book.endedAt = event.at;
}
