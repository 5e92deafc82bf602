import type { Attack, Finding } from './attack.ts';

/** Result of an attack on this checkout, and on the former one if requested. */
export interface Result {
  attack: Attack;
  before?: Finding;
  now: Finding;
}

type Column = { title: string; width: number; cell: (result: Result) => string[] };

function figuresOf(finding: Finding | undefined): string[] {
  return Object.entries(finding?.figures ?? {}).map(([label, value]) => `${label}: ${value}`);
}

function columns(results: readonly Result[]): Column[] {
  const before: Column = { title: 'before', width: 34, cell: (result) => figuresOf(result.before) };
  return [
    { title: 'attack', width: 18, cell: ({ attack }) => [attack.name] },
    { title: 'what', width: 36, cell: ({ attack }) => [attack.what] },
    ...(results.some((result) => result.before) ? [before] : []),
    { title: 'now', width: 34, cell: ({ now }) => figuresOf(now) },
    { title: 'aim', width: 32, cell: ({ attack }) => [attack.aim] },
    { title: '', width: 5, cell: ({ now }) => [now.holds ? 'holds' : 'FAILS'] },
  ];
}

/** Wraps a text into lines of at most `width` characters; a longer word gets its own line. */
function wrap(text: string, width: number): string[] {
  return text.split(' ').reduce<string[]>((lines, word) => {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length >= width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
    return lines;
  }, []);
}

/** Formats the results as a table for a terminal. */
export function textTable(results: readonly Result[]): string {
  const all = columns(results);
  const row = (cells: string[][]): string => {
    const wrapped = cells.map((lines, i) => lines.flatMap((line) => wrap(line, all[i]!.width)));
    const height = Math.max(...wrapped.map(({ length }) => length));
    return Array.from({ length: height }, (_, line) =>
      wrapped
        .map((lines, i) => (lines[line] ?? '').padEnd(all[i]!.width))
        .join('  ')
        .trimEnd(),
    ).join('\n');
  };
  return [all.map(({ title }) => [title]), ...results.map((result) => all.map(({ cell }) => cell(result)))]
    .map(row)
    .join('\n\n');
}

/** Formats the results as a Markdown table for docs/threat-model.md. */
export function markdownTable(results: readonly Result[]): string {
  const all = columns(results);
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  const escaped = (lines: string[]) => lines.join('<br>').replaceAll('|', '\\|');
  return [
    line(all.map(({ title }) => title)),
    line(all.map(() => '---')),
    ...results.map((result) => line(all.map(({ cell }) => escaped(cell(result))))),
  ].join('\n');
}
