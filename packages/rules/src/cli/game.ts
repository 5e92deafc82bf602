/**
 * `npm run -s game -- RECORD`: replays a compact record string from the start by the default rules and
 * prints the FEN-like string, the status and the end-reason code; `-` reads records from stdin.
 */
import { SIDES } from '../board.ts';
import { formatFen } from '../notation/fen.ts';
import { parseRecord } from '../notation/record.ts';
import { endReasonCode, type Outcome } from '../outcome.ts';
import { err, ok } from '../result.ts';
import { type Answer, runCommand } from './lines.ts';

function statusOf({ winner }: Outcome): string {
  if (winner === null) return 'PLAYING';
  return winner === 'draw' ? 'DRAW' : `PLAYER${SIDES.indexOf(winner) + 1}_WIN`;
}

const answer: Answer = (record) => {
  const parsed = parseRecord(record.trim());
  if (!parsed.ok) {
    const { code, ply } = parsed.error;
    return err({ code, detail: ply ? `at half-move ${ply}` : 'in the header' });
  }
  const { position, outcome } = parsed.value;
  return ok(`${formatFen(position)} ${statusOf(outcome)} ${endReasonCode(outcome.endReason)}`);
};

await runCommand(process.argv.slice(2), 'npm run -s game -- RECORD (or - to read one record a line)', answer);
