import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceName } from '@doushouqi/protocol';
import { getServiceDef, PUBLIC_SERVICES, SERVICE_NAMES } from '@doushouqi/protocol/server';
import { ALLOWED_IMPORTS, WEB_LAYERS } from '../arrows/rules.ts';
import { clientEventTable, routeTables, serverEventTable } from '../docs/protocol-tables.ts';
import { dotenvExample } from './dotenv.ts';
import { environmentTable, readVariables } from './environment.ts';
import { kubernetesFiles } from './kubernetes/files.ts';
import { pageWith } from './pages.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

function described(folder: string): string {
  const { description } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
  if (!description) throw new Error(`${folder}/package.json has no description, which the README shows`);
  return description;
}

/** Lists the services behind the gateway and the stores of each service. */
function picture(): string {
  const isPublic = (name: ServiceName) =>
    getServiceDef(name).nodes || (PUBLIC_SERVICES as string[]).includes(name);
  const shown = SERVICE_NAMES.map((name) => {
    const { collections, nodes } = getServiceDef(name);
    const stores = collections ? 'MongoDB, Redis' : 'Redis';
    const row = `${name}${nodes ? '×N' : ''}`.padEnd(12) + described(`services/${name}`).padEnd(32);
    return { isPublic: isPublic(name), row: `${row} ── ${stores}` };
  });
  const [first, ...others] = shown.filter((one) => one.isPublic).map(({ row }) => row);
  const inner = shown.filter((one) => !one.isPublic).map(({ row }) => row);
  const branch = (row: string, index: number) => `${index === others.length - 1 ? '└─' : '├─'} ${row}`;
  const rest = [...others.map(branch), ...inner.map((row) => `   ${row}`)];
  return ['```', `browser ── gateway ─┬─ ${first}`, ...rest.map((row) => ' '.repeat(20) + row), '```'].join(
    '\n',
  );
}

/** Returns a row per code folder: contents and allowed imports. */
function folderTable(): string {
  const packages = readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}`);
  const strange = packages.filter((folder) => ALLOWED_IMPORTS[folder] === undefined);
  if (strange.length > 0) throw new Error(`not in ALLOWED_IMPORTS: ${strange.join(', ')}`);
  const others = readdirSync(join(ROOT, 'services')).filter(
    (name) => !(SERVICE_NAMES as string[]).includes(name),
  );
  if (others.length > 0) throw new Error(`not in SERVICES: ${others.join(', ')}`);
  const rows = Object.entries(ALLOWED_IMPORTS).map(([folder, imports]) => {
    const names = SERVICE_NAMES.map((name) => `\`${name}\``).join(' ');
    const what = folder === 'services' ? `${names}: thin deployables over the packages` : described(folder);
    const shown = imports.map((target) => `\`${target.replace(/^packages\//, '')}\``);
    return `| \`${folder}\` | ${what} | ${shown.join(' ')} |`;
  });
  return ['| folder | what | imports |', '|---|---|---|', ...rows].join('\n');
}

/** Returns the map of the repository in Markdown. */
function repositoryMap(): string {
  const layers = WEB_LAYERS.map((name) => `\`${name}\``).join(' → ');
  return `${picture()}\n\n${folderTable()}\n\nIn \`web/src\` a folder imports those before it: ${layers}.`;
}

/** Returns the text of every generated file, by path in the repository. */
export async function generatedFiles(): Promise<Record<string, string>> {
  const variables = await readVariables();
  return {
    'README.md': pageWith('README.md', { map: repositoryMap() }),
    'docs/configuration.md': pageWith('docs/configuration.md', { environment: environmentTable(variables) }),
    'docs/protocol.md': pageWith('docs/protocol.md', {
      routes: routeTables(),
      'client events': clientEventTable(),
      'server events': serverEventTable(),
    }),
    '.env.example': dotenvExample(variables),
    ...kubernetesFiles(),
  };
}
