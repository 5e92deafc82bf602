import type { Move } from '@doushouqi/rules';

/** Returns the move of `x,y-x,y`, which the schema has checked. */
export function parseStepText(text: string): Move {
  const [from, to] = text.split('-').map((cell) => {
    const [x, y] = cell.split(',').map(Number);
    return { x: x!, y: y! };
  });
  return { from: from!, to: to! };
}

/** Returns `x,y-x,y`. */
export function stepTextOf({ from, to }: Move): string {
  return `${from.x},${from.y}-${to.x},${to.y}`;
}
