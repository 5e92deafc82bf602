import type { Audit } from './tournament-audit.ts';

export type Audits = Readonly<Record<'arena' | 'swiss', Audit>>;

/** Returns what is not right in both tournaments. */
export function soundOf(audits: Audits): string[] {
  return Object.entries(audits).flatMap(([kind, { games, lost, twice, double, wrong }]) => [
    ...(games === 0 ? [`${kind}: no games`] : []),
    ...lost.map((one) => `${kind}: lost ${one}`),
    ...twice.map((one) => `${kind}: twice ${one}`),
    ...double.map((one) => `${kind}: in two games ${one}`),
    ...wrong.map((one) => `${kind}: ${one}`),
  ]);
}

/** Formats the outcomes as a table. */
export function rowsOf(rows: readonly (readonly [name: string, audits: Audits])[]): string {
  const lines = rows.flatMap(([name, audits]) =>
    Object.entries(audits).map(([kind, one]) => {
      const { lost, twice, double, wrong } = one;
      const counts = [lost, twice, double, wrong].map(({ length }) => length);
      return `| ${[name, kind, one.games, one.void, ...counts].join(' | ')} |`;
    }),
  );
  const heads = ['killed', 'tournament', 'games', 'void', 'lost', 'twice', 'in two games', 'else wrong'];
  return [`| ${heads.join(' | ')} |`, `| ${heads.map(() => '---').join(' | ')} |`, ...lines].join('\n');
}
