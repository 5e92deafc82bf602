import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const START = 'l5t/1d3c1/r1j1w1e/7/7/7/E1W1J1R/1C3D1/T5L';
const LONE_RAT = '7/7/7/7/7/7/R6/7/7 w';
const RAT_MOVES = '0,6-0,5 0,6-0,7 0,6-1,6';

async function run(command: string, args: readonly string[], input = '') {
  const script = fileURLToPath(new URL(`../src/cli/${command}.ts`, import.meta.url));
  const child = spawn(process.execPath, [script, ...args]);
  const text = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text.stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (text.stderr += chunk));
  child.stdin.end(input);
  const [status] = (await once(child, 'close')) as [number];
  return { status, ...text };
}

describe('perft', () => {
  test('counts from the start and from a FEN in one argument or two', async () => {
    expect(await run('perft', ['4'])).toEqual({ status: 0, stdout: '260099\n', stderr: '' });
    expect(await run('perft', ['1', LONE_RAT])).toEqual({ status: 0, stdout: '3\n', stderr: '' });
    expect((await run('perft', ['2', START, 'b'])).stdout).toBe('576\n');
  });

  test.each([[[]], [['x']], [['-1']], [['1', 'nonsense']]])('refuses %j in one line', async (args) => {
    const { status, stdout, stderr } = await run('perft', args);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^[^\n]+\n$/);
  });
});

describe('moves', () => {
  test('prints the moves of a FEN sorted on one line', async () => {
    expect(await run('moves', [LONE_RAT])).toEqual({ status: 0, stdout: `${RAT_MOVES}\n`, stderr: '' });
  });

  test("prints blue's moves for a FEN with blue to move", async () => {
    const stdout = '0,2-0,1 0,2-0,3 0,2-1,2\n';
    expect(await run('moves', ['7/7/r6/7/7/7/R6/7/7', 'b'])).toEqual({ status: 0, stdout, stderr: '' });
  });

  test('reads a FEN per line', async () => {
    const input = `${LONE_RAT}\n3D3/7/d6/7/7/7/7/7/7 b\r\n${LONE_RAT}`;
    const stdout = `${RAT_MOVES}\n\n${RAT_MOVES}\n`;
    expect(await run('moves', ['-'], input)).toEqual({ status: 0, stdout, stderr: '' });
  });

  test('reports an invalid line in its place with exit status 1', async () => {
    const { status, stdout } = await run('moves', ['-'], `nonsense\n\n${START} x\n${LONE_RAT}\n`);
    expect([status, stdout]).toEqual([1, `error: FORMAT\nerror: FORMAT\nerror: FORMAT\n${RAT_MOVES}\n`]);
  });

  test('refuses missing input and an invalid FEN in one line', async () => {
    expect((await run('moves', [])).stderr).toMatch(/^usage: [^\n]+\n$/);
    const bad = await run('moves', [LONE_RAT.replace('R', 'X')]);
    expect(bad).toEqual({
      status: 1,
      stdout: '',
      stderr: 'error: INVALID_PIECE (invalid piece character "X")\n',
    });
  });

  test('answers many lines completely', async () => {
    const { status, stdout } = await run('moves', ['-'], `${START} w\n`.repeat(20_000));
    expect(status).toBe(0);
    expect(stdout.split('\n')).toHaveLength(20_001);
  });
});

describe('game', () => {
  test('replays a record', async () => {
    const stdout = 'l5t/1d3c1/r1j1w1e/7/7/E6/2W1J1R/1C3D1/T5L b PLAYING 0\n';
    expect(await run('game', ['000190805'])).toEqual({ status: 0, stdout, stderr: '' });
  });

  test('reads a record per line', async () => {
    const { status, stdout } = await run('game', ['-'], '000014\n000190804\n000005');
    expect(status).toBe(1);
    expect(stdout).toBe(`${START} w PLAYER1_WIN 4\nerror: ILLEGAL_MOVE\n${START} w DRAW 5\n`);
  });

  test('refuses an invalid record in one line', async () => {
    const stderr = 'error: ILLEGAL_MOVE (at half-move 1)\n';
    expect(await run('game', ['000190804'])).toEqual({ status: 1, stdout: '', stderr });
  });
});
