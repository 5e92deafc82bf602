/** The rules of tournaments, checked from the events alone. */
import { expect } from 'vitest';
import { arenaStandings, type Finished, type Paired, stateAfter, swissStandings } from '../src/index.ts';
import {
  byesOf,
  gamesOf,
  playArena,
  playSwiss,
  type Random,
  type Recorder,
  shuffled,
  type Wave,
} from './random-tournaments.ts';

/** Returns each event twice. */
function twice<T>(events: readonly T[]): T[] {
  return events.flatMap((event) => [event, event]);
}

interface Game {
  paired: Paired;
  finished: Finished | undefined;
}

function isPlayed({ finished }: Game): boolean {
  return finished !== undefined && finished.absent.length === 0 && finished.winner !== null;
}

function balanceOf(games: readonly Game[]): Map<string, number[]> {
  const sides = new Map<string, number[]>();
  for (const { paired } of games.filter(isPlayed)) {
    sides.set(paired.red, [...(sides.get(paired.red) ?? []), 1]);
    sides.set(paired.blue, [...(sides.get(paired.blue) ?? []), -1]);
  }
  return sides;
}

function checkColors(games: readonly Game[]): void {
  for (const sides of balanceOf(games).values()) {
    let difference = 0;
    for (const [n, side] of sides.entries()) {
      difference += side;
      expect(Math.abs(difference)).toBeLessThanOrEqual(2);
      expect(n >= 2 && sides[n - 1] === side && sides[n - 2] === side).toBe(false);
    }
  }
}

function checkOpponents(games: readonly Game[]): void {
  const pairs = games.filter(isPlayed).map(({ paired: { red, blue } }) => [red, blue].sort().join());
  expect(new Set(pairs).size).toBe(pairs.length);
}

function checkRounds({ events }: Recorder): void {
  const seats = gamesOf(events).flatMap(({ paired: { red, blue, round } }) => [
    `${round} ${red}`,
    `${round} ${blue}`,
  ]);
  const byes = byesOf(events);
  const all = [...seats, ...byes.map(({ round, player }) => `${round} ${player}`)];
  expect(new Set(all).size).toBe(all.length);
  const odd = byes.filter(({ reason }) => reason === 'odd').map(({ player }) => player);
  expect(new Set(odd).size).toBe(odd.length);
  const requested = byes.filter(({ reason }) => reason === 'requested').map(({ player }) => player);
  expect(new Set(requested).size).toBe(requested.length);
}

/** No player who forfeited twice or left is paired again. */
function checkRemoved({ events }: Recorder): void {
  const forfeits = new Map<string, number>();
  const gone = new Set<string>();
  const games = new Map(gamesOf(events).map(({ paired }) => [paired.game, paired]));
  for (const event of events) {
    if (event.kind === 'left') gone.add(event.player);
    if (event.kind === 'paired') expect(gone.has(event.red) || gone.has(event.blue)).toBe(false);
    if (event.kind !== 'finished') continue;
    for (const side of event.absent) {
      const player = games.get(event.game)![side];
      forfeits.set(player, (forfeits.get(player) ?? 0) + 1);
      if (forfeits.get(player)! > 1) gone.add(player);
    }
  }
}

function swissPoints({ events }: Recorder): number {
  const ofGames = gamesOf(events).map(({ finished }): number => (finished!.absent.length === 2 ? 0 : 1));
  const ofByes = byesOf(events).map(({ reason }): number => (reason === 'odd' ? 1 : 0.5));
  return [...ofGames, ...ofByes].reduce((sum, points) => sum + points, 0);
}

export function checkSwiss(random: Random, players: number, rounds: number): void {
  const recorder = playSwiss(random, players, rounds);
  const games = gamesOf(recorder.events);
  checkColors(games);
  checkOpponents(games);
  checkRounds(recorder);
  checkRemoved(recorder);
  const standings = swissStandings(recorder.state);
  expect(standings.reduce((sum, { score }) => sum + score, 0)).toBe(swissPoints(recorder));
  expect(swissStandings(stateAfter('swiss', shuffled(recorder.events, random)))).toEqual(standings);
  expect(swissStandings(stateAfter('swiss', twice(recorder.events)))).toEqual(standings);
}

/** Counts the points of an arena game by game, in the order of their start. */
function arenaPoints(games: readonly Game[]): Map<string, number> {
  const points = new Map<string, number>();
  const streaks = new Map<string, { wins: number; shortDraw: boolean }>();
  for (const { paired, finished } of games) {
    if (finished === undefined) continue;
    const { winner, absent, plies } = finished;
    for (const side of ['red', 'blue'] as const) {
      const player = paired[side];
      const streak = streaks.get(player) ?? { wins: 0, shortDraw: false };
      const add = (gained: number) => points.set(player, (points.get(player) ?? 0) + gained);
      if (absent.length > 0) {
        if (absent.includes(side)) streaks.set(player, { wins: 0, shortDraw: false });
        else add(2);
      } else if (winner === side) {
        add(streak.wins >= 2 ? 4 : 2);
        streaks.set(player, { wins: streak.wins + 1, shortDraw: false });
      } else if (winner === 'draw') {
        add(plies < 30 && streak.shortDraw ? 0 : 1);
        streaks.set(player, { wins: 0, shortDraw: streak.shortDraw || plies < 30 });
      } else if (winner !== null) streaks.set(player, { wins: 0, shortDraw: false });
    }
  }
  return points;
}

function checkWave({ free, pairs }: Wave): void {
  const seats = pairs.flatMap(({ red, blue }) => [red, blue]);
  expect(new Set(seats).size).toBe(seats.length);
  const byId = new Map(free.map((player) => [player.id, player]));
  for (const { red, blue } of pairs) {
    const [a, b] = [byId.get(red)!, byId.get(blue)!];
    expect(a.colorDifference).toBeLessThanOrEqual(b.colorDifference);
    if (free.length >= 4) expect([...a.lastOpponents, ...b.lastOpponents]).not.toContain(b.id);
  }
}

/** No player has two games at a time. */
function checkBusy({ events }: Recorder): void {
  const games = new Map(gamesOf(events).map(({ paired }) => [paired.game, paired]));
  const busy = new Set<string>();
  for (const event of events) {
    if (event.kind !== 'paired' && event.kind !== 'finished') continue;
    const { red, blue } = games.get(event.game)!;
    for (const player of [red, blue]) {
      expect(busy.has(player)).toBe(event.kind === 'finished');
      if (event.kind === 'paired') busy.add(player);
      else busy.delete(player);
    }
  }
}

export function checkArena(random: Random, players: number, waves: number): void {
  const played = playArena(random, players, waves);
  const { events, state } = played.recorder;
  for (const wave of played.waves) checkWave(wave);
  checkBusy(played.recorder);
  const standings = arenaStandings(state);
  const points = arenaPoints(gamesOf(events));
  for (const row of standings) expect(row.points).toBe(points.get(row.player.id) ?? 0);
  expect(arenaStandings(stateAfter('arena', shuffled(events, random)))).toEqual(standings);
  expect(arenaStandings(stateAfter('arena', twice(events)))).toEqual(standings);
}
