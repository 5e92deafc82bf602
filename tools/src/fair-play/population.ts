/** Groups of simulated persons and the games between them. */
import type { Decision } from '@doushouqi/fair-play';
import { type Pairing, playAll } from './games.ts';
import type { Kind, Person } from './players.ts';

/** A person with the decisions of each own game. */
export interface Seen {
  person: Person;
  games: Decision[][];
}

/** Who gets the decisions of each side of a game; null for an opponent who is not looked at. */
interface Fixture {
  pairing: Pairing;
  red: Seen | null;
  blue: Seen | null;
}

/** Creates persons of one kind and strength. Other `salt`s give other persons. */
export function groupOf(kind: Kind, strength: number, count: number, salt: number): Seen[] {
  return Array.from({ length: count }, (_, n) => ({
    person: { kind, strength, seed: (salt * 131 + n) * 7_919 + strength },
    games: [],
  }));
}

/** Honest persons play each other; every other one plays new honest persons of the same strength. */
function fixturesOf(group: readonly Seen[], games: number, salt: number): Fixture[] {
  const isHonest = group[0]?.person.kind === 'honest';
  return Array.from({ length: isHonest ? Math.ceil(games / 2) : games }, (_, round) =>
    group.map((seen, n): Fixture => {
      const seed = (salt * 1_000 + round) * 1_000 + n;
      const { strength } = seen.person;
      const rival = isHonest ? group[(n + round + 1) % group.length]! : null;
      const other: Person = rival?.person ?? { kind: 'honest', strength, seed: seed * 17 };
      return round % 2 === 0
        ? { pairing: { red: seen.person, blue: other, seed }, red: seen, blue: rival }
        : { pairing: { red: other, blue: seen.person, seed }, red: rival, blue: seen };
    }),
  ).flat();
}

/** Plays `games` games of each person. */
export async function playGroups(
  groups: readonly Seen[][],
  { games, jobs, salt }: { games: number; jobs: number; salt: number },
): Promise<void> {
  const fixtures = groups.flatMap((group, n) => fixturesOf(group, games, salt + n));
  let done = 0;
  await playAll(
    fixtures.map(({ pairing }) => pairing),
    jobs,
    (played, n) => {
      fixtures[n]!.red?.games.push(played.red);
      fixtures[n]!.blue?.games.push(played.blue);
      done += 1;
      if (done % 500 === 0) console.error(`${done} of ${fixtures.length} games`);
    },
  );
}
