import type { Letter, RouteRequest, Routes } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import type { InternalClient } from '@doushouqi/service-kit';

/** What the moderation service does for this one. */
export interface Moderation {
  /** Adds an entry to the log of operators. Throws UNAVAILABLE without it: what is not logged does not happen. */
  addToLog(entry: RouteRequest<Routes['addToLog']>['body']): Promise<void>;
  /** Returns the letter of the closure of an account, after appealing with `text`. */
  closureLetter(userId: string, text?: string): Promise<Letter>;
}

export function createModeration(client: InternalClient): Moderation {
  return {
    async addToLog(body) {
      await client.call(ROUTES.addToLog, { body });
    },
    closureLetter: (userId, text) => client.call(ROUTES.appealFor, { body: { userId, text } }),
  };
}
