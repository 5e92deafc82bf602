/** `npm run -s perft -- DEPTH [FEN]`: counts the move sequences of that length, from the start or a FEN. */
import { perft } from '../perft.ts';
import { startPosition } from '../position.ts';
import { ok } from '../result.ts';
import { readFen } from './fenInput.ts';
import { fail, formatError } from './lines.ts';

const [depth = '', ...fen] = process.argv.slice(2);
const position = fen.length > 0 ? readFen(fen.join(' ')) : ok(startPosition());

if (!/^\d{1,2}$/.test(depth)) fail('usage: npm run -s perft -- DEPTH [FEN], DEPTH a whole number 0 to 99');
else if (!position.ok) fail(formatError(position.error));
else process.stdout.write(`${perft(position.value, Number(depth))}\n`);
