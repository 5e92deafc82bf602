import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { REDIS_SERVICES, redisRules, writeSecret } from '@doushouqi/operations/deployment';

function configFile(dir: string): string {
  return join(dir, 'redis.conf');
}

/** Derives a service's password from the password of the default user, which has all rights. */
function passwordOf(service: string, password: string): string {
  return createHmac('sha256', password).update(service).digest('base64url');
}

/** Returns the URL with the service's own user, or `url` for other processes. */
export function redisUrlOf(url: string, role: string): string {
  if (!REDIS_SERVICES.some((service) => service === role)) return url;
  const own = new URL(url);
  own.username = role;
  own.password = passwordOf(role, own.password);
  return own.href;
}

/**
 * Writes the configuration of the Redis of a data folder, readable by its owner only: on the command line all users
 * of the machine could read the password. Each service has its own user with the rights that it needs. Returns
 * the URL of the default user, password included.
 *
 * No acknowledged write is lost: every write is on disk before its reply, and no key is evicted.
 */
export function configureRedis(dir: string, port: number, passwordFile: string): string {
  const password = readFileSync(passwordFile, 'utf8');
  const options = {
    port,
    bind: '127.0.0.1',
    requirepass: password,
    dir,
    appendonly: 'yes',
    appendfsync: 'always',
    save: '',
    'maxmemory-policy': 'noeviction',
  };
  const lines = Object.entries(options).map(([name, value]) => `${name} ${JSON.stringify(String(value))}\n`);
  const users = REDIS_SERVICES.map((service) => {
    const hash = createHash('sha256').update(passwordOf(service, password)).digest('hex');
    return `user ${service} on #${hash} ${redisRules(service)}\n`;
  });
  writeSecret(configFile(dir), [...lines, ...users].join(''));
  return `redis://:${password}@127.0.0.1:${port}`;
}

/** Returns the command of the Redis that is configured in `dir`. */
export function redisCommand(dir: string): string[] {
  return ['redis-server', configFile(dir)];
}

/** Returns whether Redis has loaded its data and accepts the password. */
export function redisAnswers(url: string): Promise<boolean> {
  const { hostname, port, password } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.write(`AUTH ${password}\r\nPING\r\n`));
    let received = '';
    const finish = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.on('data', (data) => {
      received += data.toString();
      // One line for each of the two commands.
      if (received.split('\r\n').length > 2) finish(received.startsWith('+OK') && received.includes('+PONG'));
    });
    // A Redis that exits while it loads may close the connection without an error.
    socket.once('error', () => finish(false));
    socket.once('close', () => finish(false));
    socket.setTimeout(1_000, () => finish(false));
  });
}
