import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const START = join(import.meta.dirname, '..', 'src', 'start.ts');

function start(port: string): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [START],
      { env: { ...process.env, PORT: port } },
      (_error, stdout, stderr) => resolve({ code: child.exitCode, stdout, stderr }),
    );
  });
}

test('reports a taken port in one clear line and exits with 1', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const stderr = `Port ${port} is taken. Choose another one: PORT=${port + 1} npm start\n`;
  expect(await start(String(port))).toEqual({ code: 1, stdout: '', stderr });
  server.close();
});

test.each(['http', '0', '70000', '80.5', '-1'])(
  'reports PORT=%s in one clear line and exits with 1',
  async (port) => {
    expect(await start(port)).toEqual({ code: 1, stdout: '', stderr: `PORT is not a port: ${port}\n` });
  },
);
