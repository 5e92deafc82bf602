import {
  type Game,
  legalGameMoves,
  type Move,
  newGame,
  ONLINE_RULE_SET,
  outcome,
  pieceAt,
  play,
  positionOf,
} from '@doushouqi/rules';

/** Returns the moves without captures or den entries, for endless games. */
function peaceful(game: Game): Move[] {
  return legalGameMoves(game).filter(({ to }) => {
    const empty = pieceAt(positionOf(game), to) === null;
    const den = to.x === 3 && (to.y === 0 || to.y === 8);
    return empty && !den;
  });
}

/** Returns a seeded generator of numbers from 0 to 1 (mulberry32), so that every run is the same. */
export function randomOf(seed: number) {
  return (): number => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns `count` legal games of up to `plies` plies, the same in every run. */
export function gameScripts(count: number, plies: number): Move[][] {
  return Array.from({ length: count }, (_, seed) => {
    const random = randomOf(seed);
    const moves: Move[] = [];
    let game = newGame(ONLINE_RULE_SET);
    while (moves.length < plies && outcome(game).winner === null) {
      const choices = peaceful(game);
      const move = choices[Math.floor(random() * choices.length)];
      const played = move && play(game, move);
      if (!played?.ok) break;
      moves.push(move!);
      game = played.value;
    }
    return moves;
  });
}
