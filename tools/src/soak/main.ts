import { parseArgs } from 'node:util';
import { soakTable, troubles } from './report.ts';
import { soak } from './soak.ts';

/** `npm run soak -- --rooms 2000`: checks that closed rooms leave nothing behind. */
const { values } = parseArgs({ options: { rooms: { type: 'string', default: '2000' } } });
const rooms = Number(values.rooms);
if (!Number.isInteger(rooms) || rooms < 10) {
  console.error('usage: npm run soak -- --rooms 2000 (at least 10)');
  process.exit(1);
}

const result = await soak(rooms, Math.max(200, Math.ceil(rooms / 5)));
console.log(soakTable(result));
process.exit(troubles(result).length === 0 ? 0 : 1);
