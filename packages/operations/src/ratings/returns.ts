import { type Account, NEW_ACCOUNT, withPoints } from '@doushouqi/rating';
import type { Db } from 'mongodb';

/** Points that came back to a user (services/rating). */
interface Return {
  _id: string;
  seq: number;
  userId: string;
  class: string;
  points: number;
}

/**
 * Reads the points that came back. `apply` adds those up to a `seq` to the accounts: a return has its own `seq` among the games of its
 * user, so all are added before the next game.
 */
export async function openReturns(db: Db, accounts: Map<string, Account>, differences: string[]) {
  const all = await db.collection<Return>('returnedpoints').find().sort({ seq: 1, _id: 1 }).toArray();
  let next = 0;
  return {
    apply(until: number): void {
      for (let one = all[next]; one !== undefined && one.seq <= until; one = all[next]) {
        const id = `${one.userId}:${one.class}`;
        const account = withPoints(accounts.get(id) ?? NEW_ACCOUNT, one.points);
        if (account.seq !== one.seq) differences.push(`return ${one._id}: ${one.seq} is ${account.seq}`);
        accounts.set(id, account);
        next += 1;
      }
    },
  };
}
