/** Business constants of spec §9 and design §10 that more than one part needs. */

/** Time control in minutes and seconds. */
export interface TimeControl {
  initial: number;
  increment: number;
}
/** What the creator may choose from (spec §9). */
export const TIME_CONTROLS: readonly TimeControl[] = [
  { initial: 2, increment: 1 },
  { initial: 5, increment: 3 },
  { initial: 10, increment: 5 },
  { initial: 15, increment: 10 },
];
export const DEFAULT_TIME_CONTROL: TimeControl = { initial: 5, increment: 3 };

/** A side may ask for a draw, and for an undo, once in this long, whatever became of it (spec §9). Milliseconds. */
export const OFFER_COOLDOWN = 30_000;
/** A new prompt takes no answer for this long, so that no tap meant for something else gives one. Milliseconds. */
export const PROMPT_GRACE = 400;
/** Away for this long while the opponent is there loses (spec §9). Milliseconds. */
export const OFFLINE_GRACE = 60_000;

/** Longest line of chat, in characters, and how many lines a room keeps. */
export const CHAT_LENGTH = 200;
export const CHAT_LINES = 50;

export const DEFAULT_AVATAR = 'default.png';
export const DEFAULT_THEME = 'default';

/** Seats beyond this get ROOM_FULL, so that no list in a room is unbounded. */
export const MAX_SPECTATORS = 100;

/** Every HTTP call gives up after this long (spec §7). Milliseconds. */
export const API_TIMEOUT = 10_000;
/** A client asks for the room again this often, whatever events it got (spec §7). Milliseconds. */
export const ROOM_POLL_INTERVAL = 10_000;

/** Socket.IO client settings of spec §4. Milliseconds. */
export const SOCKET_RECONNECTION = {
  reconnectionDelay: 1_000,
  reconnectionDelayMax: 5_000,
  randomizationFactor: 0.5,
  timeout: 20_000,
} as const;

/**
 * Online games know no 100-round draw, so this bounds what one game may hold; the players can still agree on a
 * draw or surrender. Half-moves.
 */
export const MAX_PLIES = 4_000;
