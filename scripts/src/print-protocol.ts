/** `node scripts/src/print-protocol.ts`: the tables of docs/protocol.md. */
import { clientEventTable, routeTable, serverEventTable } from './docs/protocol-tables.ts';

console.log([routeTable(), clientEventTable(), serverEventTable()].join('\n\n'));
