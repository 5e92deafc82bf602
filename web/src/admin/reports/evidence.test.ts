import type { Quote, ReportRecord } from '@doushouqi/protocol';
import { expect, it } from 'vitest';
import { evidenceOf, roundOf } from './evidence.ts';
import { isIn } from './kinds.ts';

const PERSON = 'a'.repeat(24);

function quote(at: number, place: Partial<Quote> = {}): Quote {
  return { fromId: PERSON, nickname: '花豹88', content: `第 ${at} 句`, at, ...place };
}

function report(id: string, own: Quote, more: Partial<ReportRecord> = {}): ReportRecord {
  const reporter = { _id: 'b'.repeat(24), nickname: '小米粒', avatar: '' };
  return {
    id,
    kind: 'line',
    violation: 'abuse',
    note: '',
    quote: own,
    context: [],
    fen: null,
    at: own.at,
    reporter,
    weight: 1,
    state: 'open',
    ...more,
  };
}

it('shows each line once, with those around it, oldest first', () => {
  const [first, second, third] = [1, 2, 3].map((at) => quote(at, { roomId: 'A1', gameId: 'g' }));
  const [evidence, ...more] = evidenceOf([
    report('x', second!, { context: [first!, second!, third!] }),
    report('y', third!, { context: [second!, third!] }),
    report('z', second!, { context: [second!] }),
  ]);
  expect(more).toEqual([]);
  expect(evidence?.lines.map(({ at, report }) => [at, report?.id ?? null])).toEqual([
    [1, null],
    [2, 'x'],
    [3, 'y'],
  ]);
});

it('keeps rooms, games, tournaments, the lobby and other kinds apart, most reported first', () => {
  const groups = evidenceOf([
    report('lobby', quote(1)),
    report('room', quote(2, { roomId: 'A1', gameId: 'g' })),
    report('next game', quote(3, { roomId: 'A1', gameId: 'h' })),
    report('name', quote(4), { kind: 'nickname' }),
    report('name again', quote(5), { kind: 'nickname' }),
    report('play', quote(6, { gameId: 'g' }), { kind: 'play' }),
    report('arena', quote(7, { tournament: { id: 'a1', name: '夜猫擂台' } })),
    report('arena again', quote(8, { tournament: { id: 'a1', name: '夜猫擂台' } })),
    report('swiss', quote(9, { tournament: { id: 's1', name: '夜猫擂台' } })),
  ]);
  expect(
    groups.map(({ kind, roomId, gameId, tournament, reports }) => [
      ...[kind, roomId, gameId, tournament?.id ?? null, reports.length],
    ]),
  ).toEqual([
    ['nickname', null, null, null, 2],
    ['line', null, null, 'a1', 2],
    ['line', null, null, null, 1],
    ['line', 'A1', 'g', null, 1],
    ['line', 'A1', 'h', null, 1],
    ['play', null, 'g', null, 1],
    ['line', null, null, 's1', 1],
  ]);
  expect(groups[0]?.lines).toEqual([]);
});

it('counts rounds of two half-moves', () => {
  expect([0, 1, 2, 23].map(roundOf)).toEqual([1, 1, 2, 12]);
});

it('puts a case with several kinds into several groups', () => {
  const both = { kinds: ['line', 'play'], violation: 'engine' } as const;
  expect(
    (['talk', 'name', 'engine', 'other'] as const).map((group) =>
      isIn({ ...both, kinds: [...both.kinds] }, group),
    ),
  ).toEqual([true, false, true, false]);
});
