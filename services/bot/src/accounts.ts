import { HOUSE_BOTS, houseBotOf } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import type { InternalClient } from '@doushouqi/service-kit';

/** The tokens of the bots. Only auth issues them, and only to this service. */
export class BotAccounts {
  readonly #auth: InternalClient;
  readonly #tokens = new Map<string, Promise<string>>();

  constructor(auth: InternalClient) {
    this.#auth = auth;
  }

  /** Creates the accounts that do not exist yet. Rejects while auth is away. */
  async ensureAll(): Promise<void> {
    await Promise.all(HOUSE_BOTS.map(({ _id }) => this.tokenOf(_id)));
  }

  /** Returns the token of a bot. Rejects while auth is away. */
  tokenOf(botId: string): Promise<string> {
    const known = this.#tokens.get(botId);
    if (known !== undefined) return known;
    const asked = this.#ask(botId);
    this.#tokens.set(botId, asked);
    asked.catch(() => this.#tokens.delete(botId));
    return asked;
  }

  /** Drops a token that was refused. */
  forget(botId: string): void {
    this.#tokens.delete(botId);
  }

  async #ask(botId: string): Promise<string> {
    const { level } = houseBotOf(botId)!;
    return (await this.#auth.call(ROUTES.openBotSession, { body: { level } })).access_token;
  }
}
