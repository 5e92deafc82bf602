/** Squares and moves in engine notation: file a–g for x 0–6, rank 9 − y. */
import type { Move, Point } from '@doushouqi/rules';

/** Formats a move, such as `a3b3`. */
export function formatSquareMove({ from, to }: Move): string {
  return formatSquare(from) + formatSquare(to);
}

/** Parses a move such as `a3b3`. Returns null if the text is invalid. */
export function parseSquareMove(text: string): Move | null {
  if (!/^[a-g][1-9][a-g][1-9]$/.test(text)) return null;
  return { from: parseSquare(text.slice(0, 2)), to: parseSquare(text.slice(2)) };
}

function formatSquare({ x, y }: Point): string {
  return `${'abcdefg'[x]}${9 - y}`;
}

function parseSquare(text: string): Point {
  return { x: 'abcdefg'.indexOf(text[0]!), y: 9 - Number(text[1]) };
}
