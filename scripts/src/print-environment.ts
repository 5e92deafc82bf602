/** `node scripts/src/print-environment.ts`: the environment table of the README. */
import { environmentTable } from './platform/environment.ts';

console.log(environmentTable());
