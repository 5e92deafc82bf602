/** Room numbers in what people say. Pure. */

/** Of an address; as the product makes numbers (no 0 O 1 I L, and a letter among them); after the word for it. */
const SAID = [
  /\/play\/room\/([A-Za-z0-9_-]{1,20})/i,
  /(?<![A-Za-z0-9_-])(?=[2-9]*[A-Z])([A-HJKMNP-Z2-9]{6})(?![A-Za-z0-9_-])/,
  /房间号?[是为：:\s]*([A-Za-z0-9_-]{1,20})/,
] as const;

/** The room number that a line seems to name, or null. Whether there is such a room is for the server to say. */
export function roomSaid(line: string): string | null {
  for (const pattern of SAID) {
    const number = pattern.exec(line)?.[1];
    if (number) return number;
  }
  return null;
}

interface Line {
  key: string;
  text: string;
}

/** The rooms that were named, each by the last line that named it: number by key of the line. */
export function lastRoomsSaid(lines: readonly Line[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const { key, text } of lines.toReversed()) {
    const number = roomSaid(text);
    if (number !== null && !found.has(number)) found.set(number, key);
  }
  return new Map([...found].map(([number, key]) => [key, number]));
}
