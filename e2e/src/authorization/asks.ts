import type { Cast, LooseRequest, Verdict, Who } from './cast.ts';

/** Builds the request of `who`, after the setup that the call needs. */
export type Asks = (cast: Cast, who: Who) => LooseRequest | Promise<LooseRequest>;
/** Outcomes for a user without relation, a blocked user, and the owner; `GUEST_GETS` has those of a guest. */
export type Gets = readonly [other: Verdict, blocked: Verdict, owner: Verdict];
