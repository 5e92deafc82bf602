import { appendFileSync } from 'node:fs';

/** Publishes a table of measurements: `npm test` prints the file that it names. */
export function publish(table: string): void {
  const { TABLES_FILE } = process.env;
  if (TABLES_FILE) appendFileSync(TABLES_FILE, `${table}\n\n`);
  else console.log(`\n${table}\n`);
}
