import { page } from 'vitest/browser';

export function boxOf(element: Element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x, y, width, height };
}
export function board() {
  return boxOf(page.getByTestId('board').element());
}
export function isInside({ x, y, width, height }: ReturnType<typeof boxOf>): boolean {
  return x >= 0 && y >= 0 && x + width <= innerWidth + 0.5 && y + height <= innerHeight + 0.5;
}
export function visible(selector: string): Element[] {
  return [...document.querySelectorAll(selector)].filter((element) => element.getClientRects().length > 0);
}
export function overlap(a: DOMRect, b: DOMRect): boolean {
  return a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5;
}
