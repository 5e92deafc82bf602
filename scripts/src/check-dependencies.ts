/** `npm run check:dependencies`: checks sources, install scripts, licenses and audit findings of packages. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { auditDependencies } from './dependencies/audit.ts';
import { dependencyProblems, isUnseen, type Manifest, type Project } from './dependencies/rules.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const AUDIT_MS = 8_000;

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as T;
}

function project(): Project {
  const { workspaces, allowScripts } = readJson<{ workspaces: string[]; allowScripts: object }>(
    'package.json',
  );
  const own = globSync(
    workspaces.map((folder) => `${folder}/package.json`),
    { cwd: ROOT },
  );
  return {
    locked: readJson<{ packages: Project['locked'] }>('package-lock.json').packages,
    manifests: ['package.json', ...own].map((path) => ({ ...readJson<Manifest>(path), path })),
    allowScripts: Object.keys(allowScripts),
  };
}

const given = project();
const problems = dependencyProblems(given);
const audit = await auditDependencies(ROOT, AUDIT_MS);
if (audit.asked) problems.push(...audit.found.map((line) => `known to be vulnerable: ${line}`));
for (const problem of problems) console.log(problem);
const known = audit.asked
  ? 'nothing serious known against them'
  : 'the registry was not asked: it answers no audits';
const unseen = Object.values(given.locked).filter(isUnseen).length;
const others = `${unseen} for other platforms have no hash in the lock file`;
console.log(`${Object.keys(given.locked).length} packages, ${problems.length} problems; ${others}; ${known}`);
process.exitCode = problems.length === 0 ? 0 : 1;
