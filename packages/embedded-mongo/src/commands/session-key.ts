import { Binary } from 'bson';
import { CommandError } from '../errors.ts';

/** A session's id (`{id: UUID}`) as hexadecimal digits. Throws TypeMismatch. */
export function sessionKey(lsid: unknown): string {
  const id = (lsid as { id?: unknown } | null)?.id;
  if (!(id instanceof Binary)) throw new CommandError('TypeMismatch', 'lsid.id must be a UUID');
  return Buffer.from(id.buffer.subarray(0, id.position)).toString('hex');
}
