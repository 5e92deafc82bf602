import type { Level } from '@doushouqi/engine';
import dog from '../../../art/ai/future-dog.svg';
import panda from '../../../art/ai/panda.svg';
import protozoa from '../../../art/ai/protozoa.svg';
import rabbit from '../../../art/ai/rabbit.svg';
import shark from '../../../art/ai/shark.svg';
import type { Portrait } from '../../ui/Avatar.tsx';

/** The five opponents, weakest first: level, name and picture. */
export const OPPONENTS = [
  { key: 'protozoa', level: 1, strong: false, src: protozoa, ground: '#CBE3E0' },
  { key: 'rabbit', level: 2, strong: false, src: rabbit, ground: '#F2D9CF' },
  { key: 'panda', level: 3, strong: false, src: panda, ground: '#DCE3C6' },
  { key: 'shark', level: 4, strong: true, src: shark, ground: '#BCD3E2' },
  { key: 'dog', level: 5, strong: true, src: dog, ground: '#C9CBE6' },
] as const satisfies readonly (Portrait & { key: string; level: Level; strong: boolean })[];

export type Opponent = (typeof OPPONENTS)[number];
export type OpponentKey = Opponent['key'];

export function opponentOf(level: Level): Opponent {
  return OPPONENTS[level - 1]!;
}

export function opponentNamed(key: OpponentKey): Opponent {
  return OPPONENTS.find((one) => one.key === key)!;
}

/** Returns the opponent that both the difficulty and the flag select; undefined for none. */
export function opponentFor({
  difficulty,
  strong,
}: {
  difficulty: number;
  strong: boolean;
}): Opponent | undefined {
  return OPPONENTS.find((one) => one.level === difficulty && one.strong === strong);
}
