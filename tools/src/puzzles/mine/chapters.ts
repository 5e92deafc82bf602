/** The chapters: their motifs, the materials that they are mined from, and the lengths of their nine levels. */
import {
  leaps,
  type Motif,
  outnumbered,
  races,
  ratAndElephant,
  sieges,
  squeezes,
  swims,
  traps,
} from './motifs.ts';

export interface Slot {
  readonly goal: 'win' | 'hold';
  /** Plies of the shortest way, the player's last move included. */
  readonly shortest: number;
}

export interface ChapterPlan {
  readonly id: string;
  readonly motif: Motif;
  /** Red in capitals, blue behind the slash; red is the player. */
  readonly materials: readonly string[];
  readonly slots: readonly Slot[];
}

function win(shortest: number): Slot {
  return { goal: 'win', shortest };
}

function hold(shortest: number): Slot {
  return { goal: 'hold', shortest };
}

export const CHAPTERS: readonly ChapterPlan[] = [
  {
    id: 'river',
    motif: swims,
    materials: ['R/c', 'R/d', 'RC/d', 'RD/w', 'R/cd', 'RC/t', 'RW/j', 'RD/rj'],
    slots: [win(7), win(7), win(9), win(9), hold(9), win(9), win(11), win(11), win(13)],
  },
  {
    id: 'leap',
    motif: leaps,
    materials: ['L/w', 'T/d', 'L/rd', 'LC/t', 'TD/l', 'T/rc', 'LC/j', 'LD/rt', 'T/dl'],
    slots: [win(7), win(7), win(7), win(7), win(9), hold(9), win(9), win(11), win(13)],
  },
  {
    id: 'trap',
    motif: traps,
    materials: ['CD/l', 'DW/t', 'C/dj', 'RC/j', 'D/wl', 'CW/t', 'CD/lw', 'DW/tc'],
    slots: [win(3), win(3), win(5), win(5), win(7), win(7), hold(7), win(9), win(11)],
  },
  {
    id: 'race',
    motif: races,
    materials: ['D/w', 'W/j', 'CW/j', 'J/dc', 'T/w', 'L/jd', 'RL/t', 'DW/jc'],
    slots: [win(3), win(5), win(5), win(5), win(7), hold(7), win(7), win(9), win(11)],
  },
  {
    id: 'elephant',
    motif: ratAndElephant,
    materials: ['R/e', 'RC/e', 'RD/e', 'R/ec', 'E/r', 'ED/r', 'E/rc', 'RJ/el'],
    slots: [win(3), win(5), win(5), win(7), win(7), win(9), hold(9), win(11), win(13)],
  },
  {
    id: 'siege',
    motif: sieges,
    materials: ['L/jc', 'T/wd', 'L/td', 'RD/jc', 'LC/wd', 'T/wdc', 'L/wjc'],
    slots: [win(7), win(7), win(7), win(9), win(9), win(9), win(11), win(11), win(13)],
  },
  {
    id: 'fewer',
    motif: outnumbered,
    materials: ['W/dc', 'J/tc', 'L/td', 'D/wc', 'E/rj', 'L/wjc', 'T/jdc'],
    slots: [win(3), win(5), win(5), win(7), hold(7), win(9), win(9), win(11), hold(11)],
  },
  {
    id: 'standard',
    motif: squeezes,
    materials: ['CD/d', 'WD/w', 'ED/l', 'LD/t', 'RE/l', 'LE/e', 'TL/l', 'JT/t', 'LT/rj'],
    slots: [win(5), win(7), win(7), win(9), hold(9), win(11), win(11), win(15), win(21)],
  },
];
