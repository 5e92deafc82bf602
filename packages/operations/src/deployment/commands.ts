import { readFileSync } from 'node:fs';
import { distributeSecrets } from './distribute.ts';
import { runKeys } from './keys-command.ts';
import { prepareMongodb } from './mongodb-users.ts';

const USAGE = `usage: main.ts secrets ROOT | mongodb URL PASSWORDS.json [MEMBERS] | keys [COMMAND] …`;

/** Runs what docker-compose.yml needs before the services, and `npm run keys`. Prints an error and sets the exit code. */
export async function runDeployment([command, ...args]: readonly string[]): Promise<void> {
  try {
    if (command === 'keys') runKeys(args);
    else if (command === 'secrets' && args.length === 1) distributeSecrets(args[0]!);
    else if (command === 'mongodb' && [2, 3].includes(args.length))
      await prepareMongodb(
        args[0]!,
        JSON.parse(readFileSync(args[1]!, 'utf8')),
        args[2]?.split(',').filter((host) => host !== ''),
      );
    else {
      console.error(USAGE);
      process.exitCode = 2;
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
