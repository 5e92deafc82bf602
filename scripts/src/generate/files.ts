import { clientEventTable, routeTables, serverEventTable } from '../docs/protocol-tables.ts';
import { dotenvExample } from './dotenv.ts';
import { environmentTable, readVariables } from './environment.ts';
import { kubernetesFiles } from './kubernetes/files.ts';
import { repositoryMap } from './map.ts';
import { pageWith } from './pages.ts';

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
