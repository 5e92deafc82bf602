import { connect } from 'node:net';
import { dirname } from 'node:path';
import { openToOthers } from '@doushouqi/deployment';
import type { Attack } from '../attack.ts';

/** Returns the reply of Redis to an unauthenticated client. */
function askRedis(port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('DBSIZE\r\n'));
    const finish = (answer: string) => {
      socket.destroy();
      resolve(answer.trim());
    };
    socket.once('data', (data) => finish(data.toString()));
    socket.once('error', (error) => finish(error.message));
  });
}

export const openFiles: Attack = {
  name: 'open-files',
  what: 'Another user of the machine reads the data folder and connects to Redis.',
  aim: 'Only the owner can open files and folders; Redis requires a password.',
  filesOfMachine: true,
  async run({ platform, register }) {
    await register('山君');
    const open = openToOthers(dirname(platform.keysDir));
    const answer = await askRedis(platform.processes.get('redis')?.port ?? 0);
    const figures = { 'files and folders open to others': String(open.length), Redis: answer };
    return { figures, holds: open.length === 0 && answer.startsWith('-NOAUTH') };
  },
};
