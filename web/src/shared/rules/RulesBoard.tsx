import { denOf, type Point, type Side, terrainAt, trapsOf } from '@doushouqi/rules';
import { Board } from '../../board/Board.tsx';
import type { BoardShape, ShapeColor } from '../../board/shapes.ts';
import type { BoardModel, BoardPiece } from '../../board/types.ts';
import { useBoardTheme } from '../../client/use-board-theme.ts';
import styles from './RulesBoard.module.css';
import { t as rulesText } from './texts.ts';

/** A lion and a tiger beside the river; in the river a rat, which blocks the tiger's jump. */
const PIECES: readonly BoardPiece[] = [
  { side: 'red', animal: 'lion', at: { x: 1, y: 6 } },
  { side: 'red', animal: 'tiger', at: { x: 3, y: 4 } },
  { side: 'blue', animal: 'rat', at: { x: 5, y: 4 } },
];

const MODEL: BoardModel = {
  pieces: PIECES,
  movable: null,
  legal: new Map(),
  blockers: new Map(),
  lastMove: null,
  premoving: false,
  planned: null,
  threatenedDen: null,
};

function marks(squares: readonly Point[], color: ShapeColor): BoardShape[] {
  return squares.map((at) => ({ kind: 'mark', at, color }));
}

const PLAYERS: readonly Side[] = ['red', 'blue'];
const WATER = [1, 2, 4, 5].flatMap((x) => [3, 4, 5].map((y) => ({ x, y })));
const SHAPES: readonly BoardShape[] = [
  ...marks(WATER, 'pale'),
  ...marks(PLAYERS.flatMap(trapsOf), 'gold'),
  ...marks([denOf('red')], 'red'),
  ...marks([denOf('blue')], 'blue'),
  { kind: 'arrow', from: { x: 1, y: 6 }, to: { x: 1, y: 2 }, color: 'jade' },
  { kind: 'arrow', from: { x: 3, y: 4 }, to: { x: 0, y: 4 }, color: 'jade' },
];

const LEGEND = ['den', 'trap', 'river', 'leap'] as const;

/** The board with the subjects of the rules: dens, traps, the river and jumps over it. */
export function RulesBoard() {
  const theme = useBoardTheme();
  return (
    <figure className={styles.figure}>
      {/* A picture only: swipes scroll the rules, and the text beside it explains the marks. */}
      <div inert className={styles.board}>
        <Board
          model={MODEL}
          theme={theme}
          flipped={false}
          terrain={terrainAt}
          shapes={SHAPES}
          turn="red"
          version={0}
          ply={0}
          announcement=""
          onMove={() => {}}
          onIllegal={() => {}}
          onUnplan={() => {}}
        />
      </div>
      <ul className={styles.legend}>
        {LEGEND.map((name) => (
          <li key={name} data-mark={name}>
            <i aria-hidden="true" />
            <span>
              <b>{rulesText(`board.${name}.title`)}</b>
              {rulesText(`board.${name}.text`)}
            </span>
          </li>
        ))}
      </ul>
    </figure>
  );
}
