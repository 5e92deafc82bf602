import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger } from 'pino';

const SECRET_FIELDS = [
  'password',
  'oldPassword',
  'newPassword',
  'confirmPassword',
  'token',
  'access_token',
  'authorization',
  'cookie',
  'x-service-token',
];
// Three levels cover all logged objects: the fields themselves, `body.…` and `req.headers.…`.
const REDACTED = SECRET_FIELDS.flatMap((field) => [`["${field}"]`, `*["${field}"]`, `*.*["${field}"]`]);

/**
 * Secrets inside text, which no field name reveals: the password of an address in a driver's message, a token in the
 * query of a URL, a token of this platform anywhere.
 */
const SECRETS_IN_TEXT: readonly [RegExp, string][] = [
  [/(\w:\/\/)[^\s/@"]*:[^\s/@"]*@/g, '$1[hidden]@'],
  [/\b(token|access_token|auth)=[^&\s"\\]+/gi, '$1=[hidden]'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '[hidden]'],
];

/** Returns a line without the secrets in its text. Pure. */
function withoutSecrets(line: string): string {
  return SECRETS_IN_TEXT.reduce((text, [secret, shown]) => text.replace(secret, shown), line);
}

type LoggerOptions = { name: string; level?: string; nodeId?: string };

/**
 * Creates a logger that writes JSON lines to stdout, each with the service's name. Passwords and tokens are replaced
 * by `[hidden]`.
 */
export function createLogger(options: LoggerOptions, destination?: DestinationStream): Logger {
  const { name, level = 'info', nodeId } = options;
  return pino(
    {
      level,
      base: nodeId === undefined ? { service: name } : { service: name, node: nodeId },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: REDACTED, censor: '[hidden]' },
      hooks: { streamWrite: withoutSecrets },
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  );
}
