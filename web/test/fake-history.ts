import { type ErrorCode, EXPORT_PAGE, type GameRecord, type RecordTotals } from '@doushouqi/protocol';
import { exportedOf } from '../src/features/history/kept-game.ts';
import { verdictOf } from '../src/features/history/record-facts.ts';
import { type Asked, answerBy, refusal } from './server.ts';

/** The record service as one user sees it, in place of the server, with ways to fail. */
export interface FakeHistory {
  asked: Asked[];
  /** Newest first. */
  records: GameRecord[];
  /** What begins so is refused, until null. */
  refuse(call: string, code: ErrorCode | null): void;
  /** What begins so is refused once it was answered so many times more. */
  refuseAfter(call: string, answers: number): void;
  /** Answers wait until the promise that is given is settled. */
  hold(until: Promise<unknown> | null): void;
}

const RESULTS = { win: 'win', loss: 'lose', draw: 'draw' } as const;

function matches(record: GameRecord, { query }: Asked, userId: string): boolean {
  const { filter, opponent = '', result } = query;
  const { red, blue } = record.players;
  if (filter === 'ranked' && !record.rated) return false;
  if (filter === 'favorites' && record.favorites.length === 0) return false;
  if (filter === 'local' && record.type !== 'local') return false;
  if (![red, blue].some(({ _id, nickname }) => _id !== userId && nickname.includes(opponent))) return false;
  return !result || verdictOf(record, userId) === RESULTS[result as keyof typeof RESULTS];
}

function totalsOf(records: readonly GameRecord[], userId: string): RecordTotals {
  const count = (verdict: string) => records.filter((one) => verdictOf(one, userId) === verdict).length;
  return { games: records.length, wins: count('win'), losses: count('lose'), draws: count('draw') };
}

export function fakeHistory(userId: string, games: readonly GameRecord[]): FakeHistory {
  const refused = new Map<string, ErrorCode>();
  const left = new Map<string, number>();
  let held: Promise<unknown> | null = null;
  const list = (asked: Asked) => {
    const [page, limit] = [Number(asked.query.page), Number(asked.query.limit)];
    const found = fake.records.filter((record) => matches(record, asked, userId));
    return {
      records: found.slice((page - 1) * limit, page * limit),
      totalPages: Math.ceil(found.length / limit),
      totals: totalsOf(fake.records, userId),
    };
  };
  const part = ({ query: { after } }: Asked) => {
    const from = after ? fake.records.findIndex(({ _id }) => _id === after) + 1 : 0;
    const shown = fake.records.slice(from, from + EXPORT_PAGE);
    const more = fake.records.length > from + EXPORT_PAGE;
    return { games: shown.map(exportedOf), next: more ? shown.at(-1)?._id : null };
  };
  const change = (id: string, changes: Partial<GameRecord>): void => {
    fake.records = fake.records.map((one) => (one._id === id ? { ...one, ...changes } : one));
  };
  const write = ({ call, body }: Asked): unknown => {
    const [, id = '', verb] = /\/game-records\/(?:local\/)?([0-9a-f]{24})\/?(\w*)$/.exec(call) ?? [];
    if (call.startsWith('DELETE /game-records/local/'))
      fake.records = fake.records.filter(({ _id }) => _id !== id);
    else if (verb === 'share') change(id, { shareId: SHARE });
    else if (verb !== 'favorite') return undefined;
    else if (call.startsWith('DELETE')) change(id, { favorites: [] });
    else change(id, { favorites: [{ userId, ...(body as { comment: string }) }] });
    return verb === 'share' ? { shareId: SHARE } : { success: true };
  };
  const countDown = (asked: Asked): void => {
    for (const [call, answers] of left) {
      if (!asked.call.startsWith(call)) continue;
      if (answers > 1) left.set(call, answers - 1);
      else if (left.delete(call)) refused.set(call, 'UNAVAILABLE');
    }
  };
  const fake: FakeHistory = {
    asked: answerBy(async (asked) => {
      await held;
      const code = [...refused].find(([call]) => asked.call.startsWith(call))?.[1];
      if (code) return refusal(code);
      countDown(asked);
      if (asked.call === 'GET /game-records') return list(asked);
      return asked.call === 'GET /game-records/export' ? part(asked) : write(asked);
    }),
    records: [...games],
    refuse: (call, code) => void (code ? refused.set(call, code) : refused.delete(call)),
    refuseAfter: (call, answers) => void left.set(call, answers),
    hold: (until) => {
      held = until;
    },
  };
  return fake;
}

/** Word of every link. */
export const SHARE = 'x'.repeat(20);
