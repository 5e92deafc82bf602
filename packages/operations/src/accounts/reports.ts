import type { Db } from 'mongodb';

interface StoredReport {
  messageId: string;
  kind?: string;
  reporterId: string;
  line: { userId: string; nickname: string; content: string };
  at: Date;
}

const SHOWN = 200;

/** Returns a line for each reported text, name or avatar of the last reports, newest first, with its reporters. */
export async function listReports(db: Db): Promise<string[]> {
  const reports = await db
    .collection<StoredReport>('lobbyreports')
    .find()
    .sort({ at: -1 })
    .limit(SHOWN)
    .toArray();
  const subjects = Map.groupBy(reports, ({ messageId }) => messageId);
  const lines = [...subjects.values()].map((same) => {
    const { at, kind = 'lobbyLine', line } = same[0]!;
    const reporters = same.map(({ reporterId }) => reporterId).join(' ');
    return `${at.toISOString()}  ${kind}  ${line.userId} ${line.nickname}: ${JSON.stringify(line.content)}  by ${reporters}`;
  });
  return [...lines, `${reports.length} reports`];
}
