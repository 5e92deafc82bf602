import {
  type ChosenColor,
  DAYS_PER_MOVE,
  type DaysPerMove,
  DEFAULT_TIME_CONTROL,
  type RoomWish,
  TIME_CONTROL_BOUNDS,
  TIME_CONTROLS,
  type TimeControl,
} from '@doushouqi/protocol';

/** The choices for a new room, as a form has them and a device remembers them. Pure. */

/** A preset by its name, as `5+3`; an own time control; days for each move. */
export type Pace = string;
export const OWN: Pace = 'own';

export interface RoomChoice {
  color: ChosenColor;
  pace: Pace;
  /** The own time control, also while another is chosen. */
  own: TimeControl;
  undo: boolean;
  spectators: boolean;
}

export const COLORS = ['red', 'blue', 'random'] as const satisfies readonly ChosenColor[];

/** `5+3` */
export function controlName({ initial, increment }: TimeControl): Pace {
  return `${initial}+${increment}`;
}

/** `3d` */
export function daysName(days: DaysPerMove): Pace {
  return `${days}d`;
}

/** All paces: presets, the own one, days for each move. */
export const PACES: readonly Pace[] = [
  ...TIME_CONTROLS.map(controlName),
  OWN,
  ...DAYS_PER_MOVE.map(daysName),
];

export const FIRST_CHOICE: RoomChoice = {
  color: 'red',
  pace: controlName(DEFAULT_TIME_CONTROL),
  own: { initial: 20, increment: 10 },
  undo: true,
  spectators: true,
};

/** Returns the days of a pace; null with clocks. */
export function daysOf(pace: Pace): DaysPerMove | null {
  return DAYS_PER_MOVE.find((days) => daysName(days) === pace) ?? null;
}

/** Returns the time control of a choice; null for a correspondence game. */
export function controlOf({ pace, own }: Pick<RoomChoice, 'pace' | 'own'>): TimeControl | null {
  if (daysOf(pace) !== null) return null;
  return TIME_CONTROLS.find((control) => controlName(control) === pace) ?? own;
}

/** Returns the wish that the server gets. */
export function wishOf(choice: RoomChoice): RoomWish {
  const { color, pace, undo, spectators } = choice;
  const days = daysOf(pace);
  return {
    timeControl: controlOf(choice),
    ...(days !== null && { daysPerMove: days }),
    color,
    undo,
    spectators,
  };
}

function isWithin(value: unknown, { min, max }: { min: number; max: number }): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
}

/** Returns the choice in a stored text; parts that are missing or invalid have their first value. */
export function readChoice(text: string | null): RoomChoice {
  let stored: Partial<RoomChoice> | null;
  try {
    stored = JSON.parse(text ?? 'null') as Partial<RoomChoice> | null;
  } catch {
    stored = null;
  }
  const { color, pace, own, undo, spectators } = stored ?? {};
  const isOwn =
    isWithin(own?.initial, TIME_CONTROL_BOUNDS.initial) &&
    isWithin(own.increment, TIME_CONTROL_BOUNDS.increment);
  return {
    color: COLORS.find((one) => one === color) ?? FIRST_CHOICE.color,
    pace: PACES.find((one) => one === pace) ?? FIRST_CHOICE.pace,
    own: isOwn ? { initial: own.initial, increment: own.increment } : FIRST_CHOICE.own,
    undo: typeof undo === 'boolean' ? undo : FIRST_CHOICE.undo,
    spectators: typeof spectators === 'boolean' ? spectators : FIRST_CHOICE.spectators,
  };
}
