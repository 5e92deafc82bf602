import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { analyzeReply } from '@doushouqi/protocol/analysis';
import { expect, onTestFinished, test } from 'vitest';
import { NODE_PACKAGES } from '../src/downloads/node-binaries.ts';
import { withScript } from '../src/downloads/programs.ts';
import { packedService } from '../src/downloads/script.ts';

test('embeds the Node that prepares the script', () => {
  const { version } = process;
  for (const system of ['windows', 'linux'] as const)
    expect(`v${NODE_PACKAGES[system].version}`).toBe(version);
});

test.runIf(process.platform === 'linux')('runs by itself, and analyzes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'program-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'dsq-analysis');
  const script = await packedService(['https://a.example']);
  const content = await withScript(await readFile(process.execPath), script);
  // A path of the build folder would make the bytes differ between builds.
  expect(content.includes(join(tmpdir(), 'doushouqi-downloads-'))).toBe(false);
  await writeFile(file, content, { mode: 0o755 });
  const program = spawn(file, ['--port', '0'], {
    cwd: folder,
    env: {},
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void program.kill('SIGKILL'));
  const said = String((await once(program.stdout, 'data'))[0]);
  const answer = await fetch(`${/http:\S+/.exec(said)?.[0]}/analyze`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://a.example' },
    body: JSON.stringify({ fen: 'l5t/1d1T1c1/r1j1w1e/7/7/7/E1W1J1R/1C3D1/6L w', difficulty: 1 }),
  });
  expect(analyzeReply.parse(await answer.json()).candidates[0]).toMatchObject({ move: 'd8d9', winrate: 100 });
  program.kill('SIGTERM');
  expect((await once(program, 'exit'))[0]).toBe(0);
});
