import type { Document } from 'bson';
import { unsupported } from '../errors.ts';

/** Options of any command: session, transaction, and some that have no effect in this store. */
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

/** Throws CommandNotSupported for a field that is set and not known, so that no option is ignored silently. */
export function refuseOthers(what: string, given: Document, known: readonly string[]): void {
  const isSet = (name: string) => given[name] !== undefined && given[name] !== null && given[name] !== false;
  const other = Object.keys(given).find((name) => !known.includes(name) && isSet(name));
  if (other !== undefined) throw unsupported(`${what} with ${other}`);
}

/** The same for the fields of a command. Those that begin with `$` come from the driver and have no effect. */
export function refuseOtherOptions(command: Document, known: readonly string[] | 'any'): void {
  if (known === 'any') return;
  const [name = '', ...names] = Object.keys(command);
  const own = names.filter((option) => option.startsWith('$'));
  refuseOthers(name, command, [name, ...own, ...OF_EVERY_COMMAND, ...known]);
}
