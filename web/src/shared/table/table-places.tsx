import type { ReactNode } from 'react';
import styles from './Table.module.css';
import type { TableLayout } from './use-table-layout.ts';

/** Parts of a table. */
type Thing =
  | 'board'
  /** The result, on the board. */
  | 'result'
  | 'opponent'
  | 'own'
  | 'left'
  | 'alarm'
  | 'notes'
  | 'middle'
  | 'questions'
  | 'actions'
  | 'sheet'
  /** Content before the game begins. */
  | 'waiting'
  | 'beside';
type Things = Partial<Record<Thing, ReactNode>>;

/** A part, or a box of parts; boxes have the names of their styles. */
type Place =
  | Thing
  | readonly [
      box: 'stage' | 'stack' | 'column' | 'side' | 'pane' | 'over' | 'place' | 'foot' | 'line',
      ...Place[],
    ];

const STAGE: Place = ['stage', 'board', 'result'];
const COLUMN: Place = ['column', 'opponent', 'alarm', 'notes', 'middle', 'questions', 'actions', 'own'];

/** Places of all parts while a game runs and after it. */
const RUNNING: Record<TableLayout, readonly Place[]> = {
  wide: ['left', STAGE, COLUMN],
  columns: [STAGE, COLUMN],
  upright: ['opponent', STAGE, ['side', 'alarm', 'notes', 'middle', 'questions', 'actions'], 'own', 'sheet'],
  phone: [
    'opponent',
    STAGE,
    'own',
    ['place', 'questions', 'actions'],
    ['foot', 'notes', ['line', 'alarm', 'sheet']],
  ],
  landscape: [
    ['column', 'opponent', ['pane', 'alarm', 'notes', 'middle', ['over', 'questions']], 'own'],
    STAGE,
    'actions',
  ],
};

const STACK: Place = ['stack', 'opponent', STAGE, 'own'];
const RECORD: Place = ['column', 'alarm', 'notes', 'middle', 'questions', 'actions'];
/** The same with the bars at the board's edges. */
const FACING: Record<TableLayout, readonly Place[]> = {
  ...RUNNING,
  wide: [STACK, RECORD],
  columns: [STACK, RECORD],
};

const LAID: Place = ['stage', 'board', ['over', 'waiting']];
/** The same before the game begins. */
const WAITING: Record<TableLayout, readonly Place[]> = {
  wide: ['left', LAID, ['column', 'beside', 'notes']],
  columns: [LAID, ['column', 'beside', 'notes']],
  upright: [LAID, 'notes', 'beside'],
  phone: [LAID, 'notes', 'beside'],
  landscape: [
    ['column', 'waiting', 'notes'],
    ['stage', 'board'],
  ],
};

const PLACES = { running: RUNNING, facing: FACING, waiting: WAITING };

/** Puts the parts into their places; the board keeps its element when the layout changes. */
export function arrange(layout: TableLayout, how: keyof typeof PLACES, things: Things): ReactNode {
  const lay = (place: Place): ReactNode => {
    if (typeof place === 'string')
      return things[place] && <Laid key={place} name={place} thing={things[place]} />;
    const [box, ...inside] = place;
    return (
      <div key={box} className={styles[box]}>
        {inside.map(lay)}
      </div>
    );
  };
  return PLACES[how][layout].map(lay);
}

function Laid({ name, thing }: { name: Thing; thing: ReactNode }) {
  const live = name === 'questions' ? ('assertive' as const) : undefined;
  return (
    <div className={styles[name]} aria-live={live}>
      {thing}
    </div>
  );
}
