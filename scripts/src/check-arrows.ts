/** `npm run check:arrows`: fails on forbidden imports and on cycles. */
import { join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { FORBIDDEN } from './arrows/rules.ts';

const FOLDERS = ['packages', 'services', 'gateway', 'web', 'scripts', 'e2e', 'tools'];

const { output } = await cruise(
  FOLDERS,
  {
    baseDir: join(import.meta.dirname, '..', '..'),
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
const { summary, modules } = output as ICruiseResult;
const lines = summary.violations.map(({ rule, from, to }) => `${from} → ${to}  (${rule.name})`);
const violations = [...new Set(lines)].sort();
const read = modules.filter(({ source }) => FOLDERS.includes(source.split('/', 1)[0]!)).length;
for (const violation of violations) console.log(violation);
console.log(`${read} modules, ${violations.length} forbidden imports`);
process.exitCode = read > 0 && violations.length === 0 ? 0 : 1;
