import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clientEventTable, routeTable, serverEventTable } from '../src/docs/protocol-tables.ts';

const PAGE = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'protocol.md'), 'utf8');

/** `node scripts/src/print-protocol.ts` prints them. */
test.each([
  ['routes', routeTable()],
  ['messages of clients', clientEventTable()],
  ['events of the server', serverEventTable()],
])('docs/protocol.md has the table of %s as it is', (_, table) => {
  expect(PAGE).toContain(table);
});
