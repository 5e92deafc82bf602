import { percentile } from '../measure/statistics.ts';

/** Maximum cost of page 1 for many games, as a multiple of the cost for few. */
const AIM = 1.5;

/** Measurements of one kind of page, for both users. */
export interface Pages {
  name: string;
  /** Milliseconds from request to reply, in order. */
  times: { few: number[]; many: number[] };
  /** Documents that the store read for one page. */
  examined: { few: number; many: number };
}

function verdict(holds: boolean): string {
  return holds ? 'holds' : 'FAILS';
}

function row({ name, times, examined }: Pages): string {
  const [few, many] = [percentile(times.few, 0.5), percentile(times.many, 0.5)];
  const [time, documents] = [many / few, examined.many / examined.few];
  return [
    name.padEnd(22),
    few.toFixed(2).padStart(10),
    many.toFixed(2).padStart(10),
    `${time.toFixed(2)} ×`.padStart(10),
    String(examined.few).padStart(10),
    String(examined.many).padStart(10),
    `${documents.toFixed(2)} ×`.padStart(10),
    `  ${verdict(documents <= AIM && time <= AIM)}`,
  ].join('');
}

/** Prints the table. Returns true if no page reads more documents for many games. Times do not count. */
export function report(pages: readonly Pages[], { few, many }: { few: number; many: number }): boolean {
  const heading = ['median ms', '', 'ratio', 'documents', '', 'ratio'];
  const counts = [few, many, '', few, many, ''];
  const holds = pages.every(({ examined }) => examined.many / examined.few <= AIM);
  console.log(
    [
      `page 1 for a user with ${few} games and one with ${many}, in turns there and back`,
      '',
      `${''.padEnd(22)}${heading.map((text) => text.padStart(10)).join('')}`,
      `${'games'.padEnd(22)}${counts.map((text) => String(text).padStart(10)).join('')}`,
      ...pages.map(row),
      '',
      `${verdict(holds)}  documents examined at most ${AIM} × (aim; times are shown, and decide nothing)`,
    ].join('\n'),
  );
  return holds;
}
