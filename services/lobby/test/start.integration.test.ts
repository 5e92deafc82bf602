import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const MAIN = new URL('../src/main.ts', import.meta.url).pathname;

it.each([
  ['wrong', '{"announcement":5,"groupNumber":""}', /lobby\.json is wrong: announcement: /],
  ['no JSON', '{"announcement":', /lobby\.json is wrong: .*JSON/],
  ['missing', null, /lobby\.json is wrong: ENOENT/],
])('with a file of the operators that is %s, exits with 1 and one clear line', async (_, text, problem) => {
  const folder = await mkdtemp(join(tmpdir(), 'doushouqi-lobby-'));
  const path = join(folder, 'lobby.json');
  if (text !== null) await writeFile(path, text);
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PORT: '0',
      AUTH_URL: 'http://127.0.0.1:1',
      TOURNAMENT_URL: 'http://127.0.0.1:1',
      SOCIAL_URL: 'http://127.0.0.1:1',
      ROOM_URL: 'http://127.0.0.1:1',
      JWT_PUBLIC_KEY_FILE: path,
      SERVICE_TOKEN_FILE: path,
      LOBBY_CONFIG_FILE: path,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, 'close');
  await rm(folder, { recursive: true });
  const lines = output.trim().split('\n');
  expect([code, lines.length]).toEqual([1, 1]);
  expect(JSON.parse(lines[0]!)).toMatchObject({ level: 'fatal', msg: expect.stringMatching(problem) });
});
