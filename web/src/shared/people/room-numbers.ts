/** Room numbers in messages. Pure. */

/** A room number in a URL; in the form of generated numbers (no 0 O 1 I L, at least one letter); after 房间. */
const PATTERNS = [
  /\/play\/room\/([A-Za-z0-9_-]{1,20})/i,
  /(?:^|[^A-Za-z0-9_-])(?=[2-9]*[A-Z])([A-HJKMNP-Z2-9]{6})(?![A-Za-z0-9_-])/,
  /房间号?[是为：:\s]*([A-Za-z0-9_-]{1,20})/,
] as const;

/** Returns the room number that a line seems to name, or null. Only the server can tell whether the room exists. */
export function findRoomNumber(line: string): string | null {
  for (const pattern of PATTERNS) {
    const number = pattern.exec(line)?.[1];
    if (number) return number;
  }
  return null;
}

interface Line {
  key: string;
  text: string;
}

/** Returns the named rooms, each by the last line that names it: number by key of the line. */
export function lastRoomNumbers(lines: readonly Line[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const { key, text } of [...lines].reverse()) {
    const number = findRoomNumber(text);
    if (number !== null && !found.has(number)) found.set(number, key);
  }
  return new Map([...found].map(([number, key]) => [key, number]));
}
