import { moveOf } from '@doushouqi/room-client/testing';
import { type Game, newGame, outcome, parseFen, play, SIDES, type Side } from '@doushouqi/rules';
import { render } from 'vitest-browser-react';
import { createStore } from 'zustand/vanilla';
import { type GameController, type GameNotice, type GameState, Listeners } from '../src/game/controller.ts';
import { refusalOf } from '../src/game/refusal.ts';
import { type Person, PlayerBar } from '../src/shared/table/PlayerBar.tsx';
import { TableMain } from '../src/shared/table/TableMain.tsx';
import { useTable } from '../src/shared/table/use-table.ts';
import { Providers } from './Providers.tsx';
import { middleOf, mouseClick } from './pointers.ts';

/** Games at tables, for component tests. */

/** Two players at one device: the minimum that a table needs of a game. */
const SEATS = { gameId: 'local', version: 0, own: null, movers: SIDES, clock: null, premove: null } as const;
export function hotSeat(start: Game): GameController {
  const statusOf = (game: Game) => (outcome(game).winner === null ? 'playing' : 'over');
  const store = createStore<GameState>(() => ({ ...SEATS, game: start, status: statusOf(start) }));
  const notices = new Listeners<GameNotice>();
  const move: GameController['move'] = (from, to) => {
    const { game } = store.getState();
    const played = play(game, { from, to });
    if (played.ok) store.setState({ game: played.value, status: statusOf(played.value) });
    else notices.notify(refusalOf(game, from, to)!);
  };
  return { store, move, listen: (listener) => notices.add(listener) };
}

/** A user's own game with every optional part; only `set` changes it. */
export function ownGame(state: Partial<GameState>) {
  const store = createStore<GameState>(() => ({
    ...hotSeat(gameFrom()).store.getState(),
    own: 'blue',
    movers: ['blue'],
    ...state,
  }));
  const calls: string[] = [];
  const say = (name: string) => (from: { x: number; y: number }, to: { x: number; y: number }) =>
    void calls.push(`${name} ${from.x},${from.y} ${to.x},${to.y}`);
  const premoves = { choose: say('choose'), cancel: () => void calls.push('cancel') };
  const undo = (): void => void calls.push('undo');
  const controller: GameController = { store, move: say('move'), premoves, undo };
  return { controller, calls, set: (change: Partial<GameState>) => store.setState(change) };
}

export function gameFrom(fen?: string): Game {
  if (fen === undefined) return newGame();
  const position = parseFen(fen);
  if (!position.ok) throw new Error(fen);
  return newGame(undefined, position.value);
}

const PEOPLE: Record<Side, Person> = {
  red: { nickname: '山君', online: null },
  blue: { nickname: '苍狼', online: null },
};

function LaidTable({ controller }: { controller: GameController }) {
  const table = useTable(controller);
  return (
    <TableMain
      table={table}
      bar={(side) => (
        <PlayerBar controller={controller} side={side} person={PEOPLE[side]} glow={table.theme.glow} />
      )}
    />
  );
}

export function show(controller: GameController) {
  return render(
    <Providers>
      <LaidTable controller={controller} />
    </Providers>,
  );
}

export async function clickMove(text: string): Promise<void> {
  const { from, to } = moveOf(text);
  for (const { x, y } of [from, to]) {
    const cell = document.querySelector(`[data-cell="${x},${y}"]`);
    if (!cell) throw new Error(`no square ${x},${y}`);
    await mouseClick(middleOf(cell));
  }
}
