/** Names two users together, whatever their order. */
export const pairOf = (one: string, other: string): string =>
  one < other ? `${one}:${other}` : `${other}:${one}`;

/** Names what one user has towards another. */
export const towards = (from: string, to: string): string => `${from}:${to}`;
