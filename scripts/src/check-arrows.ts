/** `npm run check:arrows`: fails on forbidden imports and on cycles. */
import { join } from 'node:path';
import { cruiseArrows } from './arrows/cruise.ts';

const { modules, violations } = await cruiseArrows(join(import.meta.dirname, '..', '..'));
for (const violation of violations) console.log(violation);
console.log(`${modules} modules, ${violations.length} forbidden imports`);
process.exitCode = modules > 0 && violations.length === 0 ? 0 : 1;
