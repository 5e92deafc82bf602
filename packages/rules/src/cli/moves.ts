/** `npm run -s moves -- FEN`: the legal moves as `x,y-x,y`, sorted, on one line; `-` reads FENs from stdin. */
import { legalMoves } from '../moves.ts';
import { formatStepText } from '../notation/steps.ts';
import { ok } from '../result.ts';
import { readFen } from './fenInput.ts';
import { type Answer, runCommand } from './lines.ts';

const answer: Answer = (fen) => {
  const position = readFen(fen);
  return position.ok ? ok(legalMoves(position.value).map(formatStepText).sort().join(' ')) : position;
};

await runCommand(process.argv.slice(2), 'npm run -s moves -- FEN (or - to read one FEN a line)', answer);
