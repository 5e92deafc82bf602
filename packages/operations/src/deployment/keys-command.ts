import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  addKey,
  changeServiceTokens,
  dropKeys,
  type KeyState,
  keyState,
  RotationError,
  SERVICE_TOKEN_STEPS,
  switchKey,
} from './rotation.ts';

const USAGE = `npm run keys -- [COMMAND] [--dir DIR] [--days N] [--now]

show           shows the keys (the default)
add            adds a key pair: its public key is accepted beside the old one
switch         signs with the new key from now on
drop           accepts the signing key alone; refused before the old tokens have expired (--days, --now)
token-add      adds a service token, accepted beside the old one
token-switch   sends the new token from now on
token-drop     accepts the sent token alone

--dir DIR      folder of the keys; .data/keys by default`;

const AFTER: Readonly<Record<string, string>> = {
  add: 'Copy jwt-public.pem to every service. When all have it (one second where the file itself is mounted, two minutes on Kubernetes): switch.',
  switch: 'Copy jwt-private.pem to auth. TOKEN_DAYS later: drop. No user is logged out.',
  drop: 'Copy jwt-public.pem to every service. The rotation is over.',
  'token-add': 'Copy service-token to every service. When all have it: token-switch.',
  'token-switch': 'Copy service-token to every service. When all have it: token-drop.',
  'token-drop': 'Copy service-token to every service. The rotation is over.',
};

function describe({ accepted, signs, next, since, serviceTokens }: KeyState): string {
  const roles = accepted.map((kid) => {
    const role =
      kid === signs ? `signs, since ${new Date(since).toISOString()}` : kid === next ? 'next' : 'old';
    return `  ${kid}  ${role}`;
  });
  const tokens = serviceTokens.map((id, n) => `  ${id}  ${n === 0 ? 'sent' : 'accepted'}`);
  return ['public keys (kid):', ...roles, 'service tokens:', ...tokens].join('\n');
}

function turn(dir: string, command: string, tokenDays: number): void {
  const tokenStep = (Object.keys(SERVICE_TOKEN_STEPS) as (keyof typeof SERVICE_TOKEN_STEPS)[]).find(
    (step) => command === `token-${step}`,
  );
  if (tokenStep) changeServiceTokens(dir, tokenStep);
  else if (command === 'add') addKey(dir);
  else if (command === 'switch') switchKey(dir);
  else if (command === 'drop') dropKeys(dir, tokenDays, Date.now());
  else if (command !== 'show') throw new RotationError(USAGE);
  console.log(describe(keyState(dir)));
  if (AFTER[command] !== undefined) console.log(`\nNext: ${AFTER[command]}`);
}

/** Runs `keys [COMMAND] [--dir DIR] [--days N] [--now]`. Prints the result, or the reason of a failure and sets the exit code. */
export function runKeys(args: string[]): void {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      dir: { type: 'string', default: join(import.meta.dirname, '..', '..', '..', '..', '.data', 'keys') },
      days: { type: 'string', default: '7' },
      now: { type: 'boolean', default: false },
    },
  });
  try {
    turn(values.dir, positionals[0] ?? 'show', values.now ? 0 : Number(values.days));
  } catch (error) {
    if (!(error instanceof RotationError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
