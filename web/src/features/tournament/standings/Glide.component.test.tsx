import type { StandingsRow, TournamentDetails, TournamentUpdate } from '@doushouqi/protocol';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { arenaDetails, arenaRows } from '../../../../test/arenas.ts';
import { setMotion } from '../../../../test/motion.ts';
import { Providers } from '../../../../test/Providers.tsx';
import { answerBy } from '../../../../test/server.ts';
import { swissOf } from '../../../../test/tournaments.ts';
import { realtime } from '../../../client/realtime.ts';
import { Standings as ArenaStandings } from '../arena/Standings.tsx';
import { Standings as SwissStandings } from '../swiss/Standings.tsx';
import { useStandings } from '../use-standings.ts';

/** Rows of the standings glide to their new places. Every glide is held at its start. */

const { animate } = Element.prototype;
const glides: { row: Element; duration: unknown }[] = [];
const listeners = new Set<(update: TournamentUpdate) => void>();
let v = 0;

beforeEach(async () => {
  await page.viewport(1_440, 900);
  glides.length = 0;
  listeners.clear();
  vi.spyOn(Element.prototype, 'animate').mockImplementation(function (this: Element, frames, options) {
    const animation = animate.call(this, frames, options);
    animation.pause();
    if (this.tagName === 'TR') glides.push({ row: this, duration: Object(options).duration });
    return animation;
  });
  vi.spyOn(realtime, 'onPersonal').mockImplementation((event, listener) => {
    if (event === 'tournamentUpdate') listeners.add(listener as never);
    return () => void listeners.delete(listener as never);
  });
});
afterEach(async () => {
  await cleanup();
  vi.restoreAllMocks();
  await setMotion('no-preference');
});

function Page({ details }: { details: TournamentDetails }) {
  const Standings = details.kind === 'arena' ? ArenaStandings : SwissStandings;
  return <Standings details={details} standings={useStandings(details)} />;
}

async function show(details: TournamentDetails, pages: readonly StandingsRow[][]): Promise<void> {
  const total = pages.at(-1)!.at(-1)!.rank;
  answerBy(({ query }) => {
    const from = Number(query.from ?? 0);
    return { from, total, rows: pages[from / 20] };
  });
  await render(<Page details={details} />, { wrapper: Providers });
  await expect.element(page.getByText(pages[0]![0]!.user.nickname, { exact: true })).toBeVisible();
}

/** Brings new first rows, in this order of the old ranks. */
async function reorder({ id }: TournamentDetails, rows: readonly StandingsRow[]): Promise<void> {
  const top = rows.map((row, n) => ({ ...row, rank: n + 1 }));
  const rest = { phase: 'running', round: 0, players: rows.length, games: 1, nextAt: null } as const;
  v += 1;
  for (const listener of listeners) listener({ id, v, top, ...rest });
  await expect.poll(() => names()[0]).toBe(rows[0]!.user.nickname);
}

function rowsShown(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('tbody tr')];
}
function nameOf(row: Element): string {
  return row.querySelector('a')!.title;
}
function names(): string[] {
  return rowsShown().map(nameOf);
}
/** Where each row is seen, px. */
function places(): Record<string, number> {
  return Object.fromEntries(
    rowsShown().map((row) => [nameOf(row), Math.round(row.getBoundingClientRect().top)]),
  );
}
function gliding(): string[] {
  return glides.map(({ row }) => nameOf(row)).sort();
}

const rows = arenaRows(5, 0);
const [first, second, third, fourth, fifth] = rows as [
  StandingsRow,
  StandingsRow,
  StandingsRow,
  StandingsRow,
  StandingsRow,
];

describe.each([
  ['an arena', arenaDetails({ players: 5 })],
  ['a Swiss', swissOf({ players: 5 })],
])('in %s', (_, details) => {
  test('rows start where they were, and only those that move', async () => {
    await show(details, [rows]);
    const before = places();
    await reorder(details, [third, first, second, fourth, fifth]);
    expect(gliding()).toEqual(['棋手1', '棋手2', '棋手3']);
    expect(glides.map(({ duration }) => duration)).toEqual([320, 320, 320]);
    expect(places()).toEqual(before);
  });
});

describe('rows', () => {
  const details = arenaDetails({ players: 5 });

  test('that still glide go on from where they are seen', async () => {
    await show(details, [rows]);
    const before = places();
    await reorder(details, [third, first, second, fourth, fifth]);
    await reorder(details, [fourth, third, first, second, fifth]);
    expect(places()).toEqual(before);
  });

  test('that are new appear, the others make room', async () => {
    await show(details, [[second, third, fourth]]);
    await reorder(details, [first, second, third, fourth]);
    expect(gliding()).toEqual(['棋手2', '棋手3', '棋手4']);
  });

  test('of the same order stay, also when they become higher', async () => {
    await show(details, [rows]);
    await page.viewport(390, 844);
    await reorder(details, [{ ...first, points: 99 }, second, third, fourth, fifth]);
    await expect.element(page.getByText('99', { exact: true })).toBeVisible();
    expect(gliding()).toEqual([]);
  });

  test('of another page appear, though a player is on both', async () => {
    const all = arenaRows(25, 0);
    await show(details, [all.slice(0, 20), all.slice(19)]);
    await page.getByRole('button', { name: '全部 25 人' }).click();
    await page.getByRole('button', { name: '第 2 页' }).click();
    await expect.element(page.getByText('棋手25', { exact: true })).toBeVisible();
    expect(names()).toContain('棋手20');
    expect(gliding()).toEqual([]);
  });

  test('do not move if the user prefers reduced motion', async () => {
    await setMotion('reduce');
    await show(details, [rows]);
    await reorder(details, [third, first, second, fourth, fifth]);
    expect(gliding()).toEqual([]);
  });
});
