import type { Violation } from '@doushouqi/protocol';
import { describe, expect, test } from 'vitest';
import type { StoredKind } from '../models.ts';
import { type CaseReport, caseOf, medianOf, weightOf } from './cases.ts';

const NOW = Date.UTC(2026, 10, 18, 4);
const HOUR = 3_600_000;

/** A report of a nickname by `reporterId`, `hours` ago. */
function report(
  reporterId: string,
  violation: Violation,
  hours = 0,
  more: Partial<CaseReport> = {},
): CaseReport {
  const line = { userId: 'bad', nickname: '花豹', content: '花豹', at: new Date(0) };
  return { kind: 'nickname', violation, reporterId, line, at: new Date(NOW - hours * HOUR), ...more };
}
function score(reports: CaseReport[], weights: [string, number][] = []): number {
  return caseOf(reports, new Map(weights), NOW).score;
}

describe('the weight of a reporter', () => {
  test.each([
    [0, 0, 1],
    [5, 0, 1],
    [0, 1, 2 / 3],
    [0, 2, 1 / 2],
    [0, 8, 1 / 5],
    [2, 2, 2 / 3],
    [8, 2, 5 / 6],
  ])('%d acted, %d dismissed: %d', (acted, dismissed, weight) => {
    expect(weightOf({ acted, dismissed })).toBeCloseTo(weight);
  });
});

describe('the score of a case', () => {
  test.each<[string, CaseReport[], [string, number][], number]>([
    ['one report', [report('a', 'other')], [], 10],
    ['a worse violation', [report('a', 'harassment')], [], 30],
    ['two reporters', [report('a', 'abuse'), report('b', 'abuse')], [], 40],
    ['two reports of one reporter', [report('a', 'abuse'), report('a', 'other')], [], 20],
    ['a reporter who is often wrong', [report('a', 'abuse')], [['a', 0.25]], 5],
    ['five hours of waiting', [report('a', 'other'), report('b', 'other', 5)], [], 25],
    ['weeks of waiting', [report('a', 'other', 1_000)], [], 58],
    ['a clock that is behind', [report('a', 'other', -1)], [], 10],
  ])('%s', (_, reports, weights, points) => {
    expect(score(reports, weights)).toBe(points);
  });

  test('is highest for many reporters of a bad thing, however long the other waits', () => {
    const many = ['a', 'b', 'c', 'd'].map((who) => report(who, 'abuse'));
    expect(score(many)).toBeGreaterThan(score([report('a', 'harassment', 48)]));
  });
});

describe('a case', () => {
  test('has the heaviest violation, all kinds, and the text of the newest report', () => {
    const newest = report('a', 'other', 1, { kind: 'roomLine' });
    newest.line = { ...newest.line, content: '就这水平' };
    const reports = [newest, report('b', 'abuse', 2), report('c', 'abuse', 3, { kind: 'avatar' })];
    expect(caseOf(reports, new Map(), NOW)).toMatchObject({
      userId: 'bad',
      kinds: ['line', 'nickname', 'avatar'],
      violation: 'abuse',
      excerpt: '就这水平',
      reports: 3,
      reporters: 3,
      at: NOW - HOUR,
    });
  });

  test.each<[StoredKind, string]>([
    ['play', '像引擎'],
    ['avatar', '像引擎'],
    ['nickname', '花豹'],
  ])('of %s is summed up by what can be read', (kind, excerpt) => {
    expect(caseOf([report('a', 'engine', 0, { kind, note: '像引擎' })], new Map(), NOW).excerpt).toBe(
      excerpt,
    );
  });

  test('of reports of 1.0 is of lobby lines without a violation', () => {
    const { kind: _, violation: _v, ...old } = report('a', 'other');
    expect(caseOf([old], new Map(), NOW)).toMatchObject({ kinds: ['line'], violation: 'other' });
  });
});

test.each([
  [[], null],
  [[5], 5],
  [[9, 1, 5], 5],
  [[4, 1, 9, 6], 5],
])('the median of %j is %j', (waits, median) => {
  expect(medianOf(waits)).toBe(median);
});
