/** A player behind a command that speaks like `npm run -s engine`. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { formatSquareMove, parseSquareMove } from '@doushouqi/engine';
import { formatFen, type Game, gameMoves, type Move } from '@doushouqi/rules';
import type { Player } from './player.ts';

/** Starts the command; `go` is what it is told when it is to move. */
export async function commandPlayer(command: string, go: string): Promise<Player> {
  const child = spawn(command, { shell: true, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const say = (line: string) => child.stdin.write(`${line}\n`);
  const hear = async (word: string): Promise<string> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error(`${command} ended`);
      if (value.split(' ')[0] === word) return value;
    }
  };
  say('uci');
  await hear('uciok');
  return {
    newGame: () => say('ucinewgame'),
    move: async (game) => {
      say(positionLine(game));
      say(go);
      const move = parseSquareMove((await hear('bestmove')).split(' ')[1] ?? '');
      return move ?? NO_MOVE;
    },
    close: () => child.kill(),
  };
}

/** Refused by every game. */
const NO_MOVE: Move = { from: { x: -1, y: -1 }, to: { x: -1, y: -1 } };

function positionLine(game: Game): string {
  const moves = gameMoves(game).map(formatSquareMove).join(' ');
  return `position fen ${formatFen(game.start)}${moves === '' ? '' : ` moves ${moves}`}`;
}
