import type { Db } from 'mongodb';

interface StoredNames {
  _id: unknown;
  username: string;
  nickname: string;
  createdAt: Date;
  formerNicknames?: { nickname: string; until: Date }[];
}

const SHOWN = 50;

function day(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** Returns a line for each account that has, or had, this username or nickname: its names, oldest first. */
export async function listNames(db: Db, name: string): Promise<string[]> {
  const named = [
    { usernameLower: name.toLowerCase() },
    { nickname: name },
    { 'formerNicknames.nickname': name },
  ];
  const found = await db.collection<StoredNames>('users').find({ $or: named }).limit(SHOWN).toArray();
  const lines = found.map(({ _id, username, nickname, createdAt, formerNicknames = [] }) => {
    const former = formerNicknames.map((one) => `${one.nickname} (until ${day(one.until)})`);
    return `${String(_id)}  ${username || 'guest'}  since ${day(createdAt)}  ${[...former, nickname].join(' → ')}`;
  });
  return [...lines, `${found.length} accounts`];
}
