import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { GOING_AWAY } from '@doushouqi/protocol';
import { LightClient } from '../bench-scale/light-client.ts';

const RETRY_MS = 1_000;
/** Connections opened together. */
const AT_ONCE = 8;

/** Silent sessions, which name a room as the web does and reconnect when the server asks. */
export class Crowd {
  readonly #url: string;
  readonly #tokenOf: (userId: string) => string;
  readonly #clients = new Set<{ client: LightClient | null }>();

  constructor(url: string, tokenOf: (userId: string) => string) {
    this.#url = url;
    this.#tokenOf = tokenOf;
  }

  get size(): number {
    return this.#clients.size;
  }

  /** Opens or closes at most `limit` sessions towards `count`. */
  async resize(count: number, limit: number): Promise<void> {
    const surplus = Math.min(limit, this.size - count);
    for (const member of [...this.#clients].slice(0, Math.max(0, surplus))) this.#remove(member);
    let missing = Math.min(limit, count - this.size);
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (missing > 0) {
          missing -= 1;
          const member = { client: null };
          this.#clients.add(member);
          await this.#connect(member, randomBytes(12).toString('hex'));
        }
      }),
    );
  }

  close(): void {
    for (const member of this.#clients) this.#remove(member);
  }

  #remove(member: { client: LightClient | null }): void {
    this.#clients.delete(member);
    member.client?.close();
  }

  async #connect(member: { client: LightClient | null }, userId: string): Promise<void> {
    while (this.#clients.has(member)) {
      try {
        const client = await LightClient.connect(this.#url, this.#tokenOf(userId));
        if (!this.#clients.has(member)) return client.close();
        member.client = client;
        client.onEvent = (event) => {
          if (event === 'goingAway') setTimeout(() => client.close(), GOING_AWAY.jitter * Math.random());
        };
        client.onClose = () => void this.#connect(member, userId);
        return;
      } catch {
        await delay(RETRY_MS * (0.5 + Math.random()));
      }
    }
  }
}
