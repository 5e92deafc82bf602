import type { ExportedGame, GameRecord, RecordTotals } from '@doushouqi/protocol';
import { gameRecord } from '@doushouqi/protocol/server';
import { endGame, localRuleSet } from '@doushouqi/rules';
import { PLENTY, SERVICE_TOKEN, testService } from '@doushouqi/service-kit/testing';
import { beforeEach, expect } from 'vitest';
import { service } from '../src/service.ts';
import { bodyOf } from './broken-bodies.ts';
import { playMoves } from './games.ts';

const LOCAL_GAME = endGame(playMoves(3, 4, { ruleSet: localRuleSet() }), 'red', 'SURRENDER');

export interface Page {
  records: GameRecord[];
  totalPages: number;
  totals: RecordTotals;
}

export interface Part {
  games: ExportedGame[];
  next: string | null;
}

/** Starts the record service without limits except the given ones, with helpers for the calls of users. */
export async function testRecord(
  limits: Partial<Record<'reads' | 'saves' | 'changes' | 'shared', number>> = {},
) {
  const record = await testService(service, {
    limits: { reads: PLENTY, saves: PLENTY, changes: PLENTY, shared: PLENTY, ...limits },
  });
  const act = <T = unknown>(method: string, path: string, userId: string, body?: object) =>
    record.call<T>(method, `/api/game-records${path}`, { userId, body });

  /** Throws unless the call succeeds. */
  async function list(userId: string, query = ''): Promise<Page> {
    const { status, body } = await act<Page>('GET', query, userId);
    expect(status, JSON.stringify(body)).toBe(200);
    for (const record of body.records) expect(gameRecord.parse(record)).toEqual(record);
    return body;
  }

  /** Archives a finished game, as the timekeeper does. */
  const sendGame = (game: unknown, serviceToken: string | null = SERVICE_TOKEN) =>
    record.call<{ recordId: string }>('POST', '/internal/game-records', { serviceToken, body: game });

  return {
    ...record.context,
    ...record,
    addUser(_id: string, nickname: string, avatar = 'cat.png'): void {
      record.profiles.users.set(_id, { _id, username: _id, nickname, avatar });
    },
    /** Starts the service again on the same database. Resolves when it has filed all games. */
    async startAgain() {
      const again = await record.another();
      await again.context.filed;
      await again.stop();
    },
    sendGame,
    list,
    idsOf: async (userId: string, query = '') => (await list(userId, query)).records.map(({ _id }) => _id),
    archive: async (game: unknown) => (await sendGame(game)).body.recordId,
    /** Saves four half-moves, which red won because blue surrendered. */
    async saveLocal(userId: string, more: object = {}) {
      const body = { ...bodyOf(LOCAL_GAME, 'record'), moveTimes: [1, 2, 3, 4], ...more };
      return (await act<{ recordId: string }>('POST', '/local', userId, body)).body.recordId;
    },
    favorite: (userId: string, id: string, comment?: unknown) =>
      act('POST', `/${id}/favorite`, userId, comment === undefined ? {} : { comment }),
    unfavorite: (userId: string, id: string) => act('DELETE', `/${id}/favorite`, userId),
    remove: (userId: string, id: string) => act('DELETE', `/local/${id}`, userId),
    share: (userId: string, id: string) => act<{ shareId: string }>('POST', `/${id}/share`, userId, {}),
    show: (userId: string, id: string) => act<{ record: GameRecord }>('GET', `/${id}`, userId),
    exportPart: (userId: string, query: string) => act<Part>('GET', `/export${query}`, userId),
  };
}

export const RED = 'a'.repeat(24);
export const BLUE = 'b'.repeat(24);
export const OTHER = 'c'.repeat(24);
export const NOW = Date.UTC(2026, 10, 22);

/** Starts the record service with three users. Each test begins without games, at `NOW`. */
export async function testHistories() {
  const service = await testRecord();
  const users = { [RED]: '阿虎Tiger', [BLUE]: '小猫.*', [OTHER]: '路人' };
  for (const [_id, nickname] of Object.entries(users)) service.addUser(_id, nickname);
  beforeEach(async () => {
    service.clock.now = NOW;
    await service.clear();
  });
  return service;
}
