import type { ConsoleSession } from '@doushouqi/protocol';
import type { ConsoleSessionStore } from './session.ts';

/** Milliseconds between two looks at the session. */
const LOOK_MS = 15_000;
/** A token of less than this is renewed while the operator works. Tokens last 15 minutes. */
const RENEW_BEFORE_MS = 10 * 60_000;
/** Before the end of the session, the operator is warned. */
export const WARN_BEFORE_MS = 2 * 60_000;

interface Times {
  now: number;
  /** Last press of the operator. */
  activeAt: number;
  /** When the token came. */
  renewedAt: number;
}

/** Returns what the session needs now. Pure; epoch ms. */
export function nextStep(
  { expiresAt, endsAt }: Pick<ConsoleSession, 'expiresAt' | 'endsAt'>,
  { now, activeAt, renewedAt }: Times,
): 'wait' | 'renew' | 'expire' {
  if (now >= Math.min(expiresAt, endsAt)) return 'expire';
  const isActive = activeAt > renewedAt;
  return isActive && expiresAt < endsAt && expiresAt - now < RENEW_BEFORE_MS ? 'renew' : 'wait';
}

/** Returns whether the session ends so soon that the operator should log in again. Pure. */
export function isEnding({ endsAt }: Pick<ConsoleSession, 'endsAt'>, now: number): boolean {
  return endsAt - now < WARN_BEFORE_MS;
}

const ACTIVITY = ['pointerdown', 'keydown', 'wheel'] as const;

interface KeeperOptions {
  session: ConsoleSessionStore;
  renew: () => Promise<ConsoleSession>;
  /** Server time, epoch ms. */
  now: () => number;
}

/** Renews the token of an active operator, and ends the session of one who is away. */
export class SessionKeeper {
  readonly #options: KeeperOptions;
  #activeAt = 0;
  #renewedAt: number;
  #isRenewing = false;
  #timer: ReturnType<typeof setInterval> | undefined;
  readonly #stopFollowing: () => void;

  constructor(options: KeeperOptions) {
    this.#options = options;
    this.#renewedAt = options.now();
    this.#stopFollowing = options.session.store.subscribe(({ session }, before) => {
      if (session?.access_token !== before.session?.access_token) this.#renewedAt = options.now();
    });
  }

  start(): void {
    for (const name of ACTIVITY)
      window.addEventListener(name, this.#noteActivity, { capture: true, passive: true });
    document.addEventListener('visibilitychange', this.look);
    this.#timer = setInterval(this.look, LOOK_MS);
  }

  stop(): void {
    for (const name of ACTIVITY) window.removeEventListener(name, this.#noteActivity, { capture: true });
    document.removeEventListener('visibilitychange', this.look);
    clearInterval(this.#timer);
    this.#stopFollowing();
  }

  #noteActivity = (): void => {
    this.#activeAt = this.#options.now();
    this.look();
  };

  /** Does what the session needs. */
  look = (): void => {
    const { session, isExpired } = this.#options.session.store.getState();
    if (!session || isExpired) return;
    const now = this.#options.now();
    const step = nextStep(session, { now, activeAt: this.#activeAt, renewedAt: this.#renewedAt });
    if (step === 'expire') this.#options.session.expire();
    if (step === 'renew') void this.#renew();
  };

  async #renew(): Promise<void> {
    if (this.#isRenewing) return;
    this.#isRenewing = true;
    // Without a reply the next look tries again.
    const next = await this.#options.renew().catch(() => null);
    if (next) this.#options.session.renew(next);
    this.#isRenewing = false;
  }
}
