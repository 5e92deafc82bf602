import { afterEach, expect, test } from 'vitest';
import { createEngine } from '../index.ts';
import { nodePort } from '../node.ts';
import { Session } from './session.ts';

const engine = createEngine(nodePort);
const said: string[] = [];
let endTime: (() => void) | null = null;
let session = newSession();

function newSession(): Session {
  return new Session({
    engine,
    print: (line) => said.push(line),
    now: () => 0,
    after: (_, then) => {
      endTime = then;
      return () => {
        endTime = null;
      };
    },
  });
}

afterEach(() => {
  said.length = 0;
  session = newSession();
});

async function tell(...lines: string[]): Promise<string[]> {
  for (const line of lines) session.receive(line);
  await session.end();
  return [...said];
}

test('identifies itself and replies when ready', async () => {
  const lines = await tell('uci', 'isready');
  expect(lines[0]).toMatch(/^id name /);
  expect(lines.slice(-2)).toEqual(['uciok', 'readyok']);
  for (const name of ['Level', 'Hash', 'MultiPV'])
    expect(lines.join('\n')).toContain(`option name ${name} type spin`);
});

test('continues from the moves of a game', async () => {
  const lines = await tell('position startpos moves a3b3 g7f7', 'go depth 4');
  expect(lines.at(-1)).toMatch(/^bestmove [a-g][1-9][a-g][1-9]$/);
  expect(lines.at(-2)).toMatch(
    /^info depth 4 score cp -?\d+ nodes \d+ nps \d+ time 0 pv( [a-g][1-9][a-g][1-9])+$/,
  );
});

test('reports the number of plies to a win', async () => {
  const lines = await tell('position fen 7/3R3/7/7/7/7/7/7/1r5 w', 'go nodes 1000');
  expect(lines.at(-1)).toBe('bestmove d8d9');
  expect(lines.at(-2)).toContain(' score win 1 ');
});

test('prints the requested number of lines', async () => {
  const lines = await tell('setoption name MultiPV value 3', 'go depth 3');
  expect(lines.filter((line) => line.startsWith('info depth 3 multipv '))).toHaveLength(3);
});

test('ends the search after movetime', async () => {
  session.receive('go movetime 50');
  expect(endTime).not.toBeNull();
  endTime?.();
  await session.end();
  expect(said.at(-1)).toMatch(/^bestmove/);
});

test('ends an endless search at stop and at the end of the input', async () => {
  session.receive('go infinite');
  session.receive('stop');
  await session.end();
  expect(said.at(-1)).toMatch(/^bestmove/);
  session.receive('go infinite');
  await session.end();
  expect(said.filter((line) => line.startsWith('bestmove'))).toHaveLength(2);
});

test('plays at a level', async () => {
  expect((await tell('setoption name Level value 1', 'go')).at(-1)).toMatch(/^bestmove/);
});

test('reports invalid input and preserves the position', async () => {
  const lines = await tell(
    'position fen x',
    'position startpos moves a3a9',
    'setoption name Hash value 0',
    'go depth 1',
  );
  expect(lines.slice(0, 3)).toEqual([
    'info string not a position: fen x',
    'info string not a legal move: a3a9',
    'info string not an option: name Hash value 0',
  ]);
  expect(lines.at(-1)).toMatch(/^bestmove/);
});

test('returns no move for a game that is over', async () => {
  expect(await tell('position fen 3R3/7/7/7/7/7/7/7/1r5 b', 'go')).toEqual(['bestmove 0000']);
});
