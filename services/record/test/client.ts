import type { ExportedGame, GameRecord, RecordTotals } from '@doushouqi/protocol';
import { gameRecord } from '@doushouqi/protocol/server';
import { endGame, localRuleSet } from '@doushouqi/rules';
import { expect } from 'vitest';
import { bodyOf } from './broken-bodies.ts';
import { playMoves } from './games.ts';
import type { RecordService } from './harness.ts';

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

/** What users do with their histories; `service` is asked for at each call. */
export function clientOf(service: () => RecordService) {
  const act = <T = unknown>(method: string, path: string, userId: string, body?: object) =>
    service().call<T>(method, `/api/game-records${path}`, { userId, body });

  /** Where only success will do. */
  async function list(userId: string, query = ''): Promise<Page> {
    const { status, body } = await act<Page>('GET', query, userId);
    expect(status, JSON.stringify(body)).toBe(200);
    for (const record of body.records) expect(gameRecord.parse(record)).toEqual(record);
    return body;
  }

  return {
    list,
    idsOf: async (userId: string, query = '') => (await list(userId, query)).records.map(({ _id }) => _id),
    archive: async (game: unknown) => (await service().archive(game)).body.recordId,
    /** Four half-moves, which red won because blue gave up. */
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
