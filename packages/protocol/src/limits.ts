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

/** Everybody has a rating in each: `fast` is 2+1 and 5+3, `slow` 10+5 and 15+10. */
export const TIME_CLASSES = ['fast', 'slow'] as const;
export type TimeClass = (typeof TIME_CLASSES)[number];
export function timeClassOf({ initial }: Pick<TimeControl, 'initial'>): TimeClass {
  return initial < 10 ? 'fast' : 'slow';
}
/** Users whose ratings one call asks for; rows of the ladder; games and points that a player's page shows at most. */
export const RATINGS_PER_CALL = 20;
export const LADDER_LENGTH = 100;
export const RATED_GAMES_PER_CALL = 20;
export const RATING_POINTS = 200;
/** Last games between two that are shown. */
export const VERSUS_GAMES = 5;

/**
 * A side may ask for a draw, and for an undo, once in this long, whatever became of it (spec §9); likewise for a new game,
 * once in a game and once after it. Milliseconds.
 */
export const OFFER_COOLDOWN = 30_000;
/** What one user may do in all rooms together in a minute, besides moving and talking. A busy game needs ten. */
export const ROOM_VERBS_PER_MINUTE = 60;
/** A new prompt takes no answer for this long, so that no tap meant for something else gives one. Milliseconds. */
export const PROMPT_GRACE = 400;
/** Away for this long while the opponent is there loses (spec §9). Milliseconds. */
export const OFFLINE_GRACE = 60_000;

/**
 * Where the players were paired, each makes the first move within this long of the start of its clock, or the game is aborted.
 * Milliseconds.
 */
export const FIRST_MOVE_TIME = 20_000;
/** The clock of a first move waits for a paired player to see the table, at most this long after the game began. Milliseconds. */
export const ARRIVAL_TIME = 30_000;
/** Draws that a player may offer in one rated game. */
export const MAX_DRAW_OFFERS = 3;

/** Longest line of chat, in characters, and how many lines a room keeps. */
export const CHAT_LENGTH = 200;
export const CHAT_LINES = 50;

export const DEFAULT_AVATAR = 'default.png';
/** Those that a new account may get. */
export const ANIMAL_AVATARS = [
  'rat.png',
  'cat.png',
  'dog.png',
  'wolf.png',
  'leopard.png',
  'tiger.png',
  'lion.png',
  'elephant.png',
  'rat-hero.png',
  'cat-hero.png',
  'dog-hero.png',
  'wolf-hero.png',
  'leopard-hero.png',
  'tiger-hero.png',
  'lion-hero.png',
  'elephant-hero.png',
] as const;
/** What the picker offers (spec §2), file names of `/avatar/config.json`. */
export const AVATARS = [
  DEFAULT_AVATAR,
  ...ANIMAL_AVATARS,
  'koi.png',
  'lotus.png',
  'mountain.png',
  'moon.png',
  'bamboo.png',
  'plum.png',
  'gourd.png',
] as const;

export const DEFAULT_THEME = 'default';
/** Spec §9. */
export const THEMES = [
  DEFAULT_THEME,
  'yszb',
  'tysc',
  'cute',
  'xiangqi',
  'chess',
  'cyberpunk',
  'space',
] as const;
export type ThemeId = (typeof THEMES)[number];

/** A heartbeat begins this long after login and is then sent this often (spec §7). Milliseconds. */
export const FIRST_HEARTBEAT = 2_000;
export const HEARTBEAT_INTERVAL = 5_000;
/** Without heartbeat and connection for this long a user counts as offline: three heartbeats. Milliseconds. */
export const ONLINE_LEASE = 15_000;

/** Friends of one user at most, and requests that may wait for one user's answer. */
export const MAX_FRIENDS = 200;
export const MAX_REQUESTS = 100;
/** Users that one user may block: every node that holds a connection of his knows them. */
export const MAX_BLOCKS = 500;
/** Users that a search finds at most. */
export const SEARCH_RESULTS = 20;
/** An invitation waits this long for its answer, an accepted one this long for its sender to come. Milliseconds. */
export const INVITE_LIFE = 60_000;
/** Longest private message and longest lobby line, in characters (design §10). */
export const MESSAGE_LENGTH = 500;
export const LOBBY_LENGTH = 200;
/** Lines that the lobby shows at most. */
export const LOBBY_LINES = 50;
/** The lobby is asked again this often while its panel is open (spec §7). Milliseconds. */
export const LOBBY_POLL_INTERVAL = 5_000;

/** A ticket or an open challenge outlives the last connection of its owner by this. Milliseconds. */
export const PAIRING_GRACE = 10_000;
/** A challenge to a friend, or by link, can be accepted for this long. Milliseconds. */
export const CHALLENGE_LIFE = 15 * 60_000;
/** Open challenges that are listed at most. */
export const MAX_LISTED_CHALLENGES = 50;
/** Running games that are listed at most: the players of all of them fit into one call for ratings. */
export const MAX_WATCHABLE_GAMES = 10;

/** Rooms of one user in which nobody sits opposite yet (docs/rooms.md). */
export const MAX_WAITING_ROOMS = 5;
/** Seats beyond this get ROOM_FULL, so that no list in a room is unbounded. */
export const MAX_SPECTATORS = 100;

/** Every HTTP call gives up after this long (spec §7). Milliseconds. */
export const API_TIMEOUT = 10_000;
/** A client asks for the room again this often, whatever events it got (spec §7). Milliseconds. */
export const ROOM_POLL_INTERVAL = 10_000;
/** Between two polls of a running game by a visitor, who gets no events: the board is at most 3 s late. Milliseconds. */
export const VISITOR_POLL_INTERVAL = 2_500;

/** Socket.IO client settings of spec §4. Milliseconds. */
export const SOCKET_RECONNECTION = {
  reconnectionDelay: 1_000,
  reconnectionDelayMax: 5_000,
  randomizationFactor: 0.5,
  timeout: 20_000,
} as const;

/**
 * Parameter of the handshake's address with the room that the client is in, where it is in one. The gateway brings all
 * who name the same room to one realtime node, as far as it can: a move between two nodes costs more. It opens no door.
 */
export const HANDSHAKE_ROOM = 'room';

/** How soon clients leave a process that is about to stop, and how long it waits for them. Milliseconds. */
export const GOING_AWAY = { jitter: 300, patience: 1_000 } as const;

/**
 * A realtime node pings each connection this often, and closes one whose answer takes longer than `timeout`. The
 * gateway counts sessions by the same figures. Milliseconds.
 */
export const SOCKET_PING = { interval: 25_000, timeout: 10_000 } as const;

/**
 * An online game is drawn with this half-move, its 500th round (docs/rooms.md): online games know no 100-round draw, and
 * whatever is kept or shown of a game must have a bound.
 */
export const MAX_PLIES = 1_000;
/** Half-moves that the archive takes: games from before that bound were longer, and stay readable. */
export const MAX_ARCHIVED_PLIES = 5_000;
/** Finished games that a page of history may hold: each comes with all its moves, and the product shows three (spec §9). */
export const RECORDS_PER_PAGE = 10;
/** Names of the computer's levels 1 to 5 (spec §3): the screen shows them, saved games and their searches hold them. */
export const LEVEL_NAMES = ['微小草履虫', '可爱小兔', '功夫熊猫', '凶猛鲨鱼', '神秘小狗'] as const;
/** Games from this device that one user may keep. */
export const MAX_LOCAL_RECORDS = 10_000;
/** Longest comment on a favourite, and longest opponent's name that is searched for; characters. */
export const FAVORITE_COMMENT_LENGTH = 200;
export const OPPONENT_SEARCH_LENGTH = 20;
/** Finished games in one reply of the export: each is a record string and its times. */
export const EXPORT_PAGE = 100;
/** Page sizes of the history (spec §9). */
export const HISTORY_PAGE = 3;
export const FAVORITES_PAGE = 2;
