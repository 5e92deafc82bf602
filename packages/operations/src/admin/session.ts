import { type ApiClient, createApiClient } from '@doushouqi/protocol';
import { PUBLIC_ROUTES } from '@doushouqi/protocol/server';
import { BackupError } from '../backup/backup-error.ts';
import type { Terminal } from './terminal.ts';

/** A token is renewed when less than this is left of it. Milliseconds. */
const RENEWED_BELOW = 5 * 60_000;

/** A session of the console: the same as in a browser, with password and code. */
export interface ConsoleCaller {
  api: ApiClient;
  nickname: string;
  /** Renews the token if it ends soon. */
  renew(): Promise<void>;
  end(): Promise<void>;
}

async function answerTo(terminal: Terminal, question: string, isSecret = false): Promise<string> {
  const answer = await terminal.ask(question, { isSecret });
  if (answer === null) throw new BackupError('no answer');
  return answer.trim();
}

/** Asks for username, password and code, and opens a session at the site. Throws ApiError. `now` in epoch ms. */
export async function openConsole(
  terminal: Terminal,
  { url, user, now }: { url: string; user: string | undefined; now: () => number },
): Promise<ConsoleCaller> {
  let token: string | null = null;
  const api = createApiClient({
    routes: PUBLIC_ROUTES,
    baseUrl: `${url.replace(/\/$/, '')}/api`,
    token: () => token,
  });
  const username = user ?? (await answerTo(terminal, 'username: '));
  const password = await answerTo(terminal, 'password: ', true);
  const code = await answerTo(terminal, 'code of the authenticator app: ');
  let session = await api.startConsole({ body: { username, password, code } });
  token = session.access_token;
  return {
    api,
    nickname: session.nickname,
    async renew() {
      if (session.expiresAt - now() > RENEWED_BELOW) return;
      session = await api.renewConsole();
      token = session.access_token;
    },
    async end() {
      await api.endConsole();
    },
  };
}
