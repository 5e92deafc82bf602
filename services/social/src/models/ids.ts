/** Names two users together, whatever their order. */
export function pairOf(one: string, other: string): string {
  return one < other ? `${one}:${other}` : `${other}:${one}`;
}

/** Names what one user has towards another. */
export function towards(from: string, to: string): string {
  return `${from}:${to}`;
}
