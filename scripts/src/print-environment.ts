/** `node scripts/src/print-environment.ts`: the environment table of the README; with `--dotenv`: `.env.example`. */
import { dotenvExample } from './compose/dotenv.ts';
import { environmentTable } from './platform/environment.ts';

process.stdout.write(process.argv.includes('--dotenv') ? dotenvExample() : `${environmentTable()}\n`);
