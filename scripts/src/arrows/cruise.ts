import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { FORBIDDEN } from './rules.ts';

export type Arrows = {
  /** Number of the repository's files that were read; 0 means that nothing was checked. */
  modules: number;
  /** One line for each forbidden import. */
  violations: string[];
};

const FOLDERS = ['packages', 'services', 'gateway', 'web', 'scripts', 'e2e', 'tools'];

/** Reads the imports of the folders that exist under `root` and checks them against the arrows. */
export async function cruiseArrows(root: string, folders: readonly string[] = FOLDERS): Promise<Arrows> {
  const { output } = await cruise(
    [...folders],
    {
      baseDir: root,
      // The default parser does not support TypeScript 7, and would pass without reading a file.
      parser: 'swc',
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '(^|/)(node_modules|dist)/|^web/(public|art|\\.cache)/|^packages/engine/assembly/' },
      validate: true,
      ruleSet: { forbidden: FORBIDDEN },
    },
    {
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  );
  const result = output as ICruiseResult;
  const violations = result.summary.violations.map(({ rule, from, to }) => `${from} → ${to}  (${rule.name})`);
  const ours = result.modules.filter(({ source }) =>
    folders.some((folder) => source.startsWith(`${folder}/`)),
  );
  return { modules: ours.length, violations: [...new Set(violations)].sort() };
}
