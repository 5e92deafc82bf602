import type { Document } from 'bson';
import { unsupported } from '../errors.ts';

/** What a driver may add to any command: its session, its transaction, and concerns that change nothing here. */
const OF_EVERY_COMMAND = [
  'lsid',
  'txnNumber',
  'autocommit',
  'startTransaction',
  'readConcern',
  'writeConcern',
  'maxTimeMS',
  'comment',
];

/** Throws CommandNotSupported when a field other than the known ones is set: nothing is left out in silence. */
export function refuseOthers(what: string, given: Document, known: readonly string[]): void {
  const isSet = (name: string) => given[name] !== undefined && given[name] !== null && given[name] !== false;
  const other = Object.keys(given).find((name) => !known.includes(name) && isSet(name));
  if (other !== undefined) throw unsupported(`${what} with ${other}`);
}

/** The same for a whole command; fields that begin with `$` are the driver's own. */
export function refuseOtherOptions(command: Document, known: readonly string[] | 'any'): void {
  if (known === 'any') return;
  const [name = '', ...names] = Object.keys(command);
  const own = names.filter((option) => option.startsWith('$'));
  refuseOthers(name, command, [name, ...own, ...OF_EVERY_COMMAND, ...known]);
}
