/** Constants that several parts share. */

/** Time control in minutes and seconds. */
export interface TimeControl {
  initial: number;
  increment: number;
}
/** Choices of the creator of a room. */
export const TIME_CONTROLS: readonly TimeControl[] = [
  { initial: 2, increment: 1 },
  { initial: 5, increment: 3 },
  { initial: 10, increment: 5 },
  { initial: 15, increment: 10 },
];
export const DEFAULT_TIME_CONTROL: TimeControl = { initial: 5, increment: 3 };
/** Bounds of a room's own time control, in minutes and seconds. */
export const TIME_CONTROL_BOUNDS = { initial: { min: 1, max: 60 }, increment: { min: 0, max: 60 } } as const;

/** Maximum number of users per ratings call, rows of the ladder, and games and points on a player's page. */
export const RATINGS_PER_CALL = 20;
export const LADDER_LENGTH = 100;
export const RATED_GAMES_PER_CALL = 20;
/** Pairs that one call flags, and the most games of each that a flag names. */
export const EARLY_PAIRS_PER_CALL = 20;
export const GAMES_OF_EARLY_PAIR = 50;
export const RATING_POINTS = 200;
/** Maximum number of shown games between two users. */
export const VERSUS_GAMES = 5;

/**
 * Minimum interval between two draw offers of a side, and between two undo offers, whatever their result; a reset is
 * offered once in a game and once after it. Milliseconds.
 */
export const OFFER_COOLDOWN = 30_000;
/** Maximum number of a user's commands per minute over all rooms, without moves and chat. A busy game needs ten. */
export const ROOM_REQUESTS_PER_MINUTE = 60;
/**
 * A new prompt ignores input for this time, so that a tap meant for something else does not answer it. Milliseconds.
 */
export const PROMPT_GRACE = 400;
/** A player who is offline for this time while the opponent is online loses. Milliseconds. */
export const OFFLINE_GRACE = 60_000;

/**
 * In a paired game each side makes its first move within this time of its clock's start, or the game is aborted.
 * Milliseconds.
 */
export const FIRST_MOVE_TIME = 20_000;
/** As FIRST_MOVE_TIME, against a bot: no person waits. Milliseconds. */
export const BOT_FIRST_MOVE_TIME = 60_000;
/**
 * The clock of a first move waits for a paired player to see the table, at most this long after the game began.
 * Milliseconds.
 */
export const ARRIVAL_TIME = 30_000;
/** Maximum number of a player's draw offers in a rated game. */
export const MAX_DRAW_OFFERS = 3;

/** Longest line of chat, in characters, and number of stored lines per room. */
export const CHAT_LENGTH = 200;
export const CHAT_LINES = 50;

export const DEFAULT_AVATAR = 'default.png';

/** Nickname of a user whose profile cannot be loaded. No account may have it. */
export const UNKNOWN_NICKNAME = '未知棋手';

/** Nickname of a deleted account. No account may have it. */
export const GONE_NICKNAME = '已注销';
/** An account is deleted this long after its owner asked for it, unless the owner logs in. Milliseconds. */
export const DELETION_GRACE = 7 * 86_400_000;

/** Returns the placeholder for a profile that cannot be loaded. */
export function unknownUser(_id: string) {
  return { _id, nickname: UNKNOWN_NICKNAME, avatar: DEFAULT_AVATAR };
}

/** Avatars that a new account may get. */
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
/** Choices of the avatar picker, file names of `/avatar/config.json`. */
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

const BOT_AVATAR = /^bot-([a-z]+\.png)$/;

/** Returns the picture on the plate of a bot's avatar, or null for the avatar of a person. */
export function faceOfBot(avatar: string): string | null {
  return BOT_AVATAR.exec(avatar)?.[1] ?? null;
}

/** Maximum age of the numbers of the pools. Milliseconds. */
export const POOLS_CACHED = 1_000;
/** A search offers a bot at once if no other user waits in the pool, else after this time. Milliseconds. */
export const BOT_OFFER_AFTER = 10_000;
/** A search goes on until its user has made this many moves against a bot; before, leaving the game costs nothing. */
export const BOT_SEARCH_MOVES = 5;

/** A nickname may be changed once in this time. Milliseconds. */
export const NICKNAME_INTERVAL = 30 * 86_400_000;

export const DEFAULT_THEME = 'default';
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

/** Delay of the first heartbeat after login, and interval of the next ones. Milliseconds. */
export const FIRST_HEARTBEAT = 2_000;
export const HEARTBEAT_INTERVAL = 5_000;
/** Without heartbeat and connection for this long a user counts as offline: three heartbeats. Milliseconds. */
export const ONLINE_LEASE = 15_000;

/** Maximum number of a user's friends, and of open requests to one user. */
export const MAX_FRIENDS = 200;
export const MAX_REQUESTS = 100;
/** Maximum number of users that one user blocks; every node with the user's connection caches them. */
export const MAX_BLOCKS = 500;
/** Maximum number of search results. */
export const SEARCH_RESULTS = 20;
/** Time to answer an invitation, and for the sender to enter after it was accepted. Milliseconds. */
export const INVITE_LIFE = 60_000;
/** Longest private message and longest lobby line, in characters. */
export const MESSAGE_LENGTH = 500;
export const LOBBY_LENGTH = 200;
/** Maximum number of lines in the lobby. */
export const LOBBY_LINES = 50;
/** Poll interval of the lobby while its panel is open. Milliseconds. */
export const LOBBY_POLL_INTERVAL = 5_000;

/** A ticket or open challenge outlives its owner's last connection by this time. Milliseconds. */
export const PAIRING_GRACE = 10_000;
/** A challenge to a friend or by link is open for this time. Milliseconds. */
export const CHALLENGE_LIFE = 15 * 60_000;
/** Maximum number of listed open challenges. */
export const MAX_LISTED_CHALLENGES = 50;
/** Maximum number of listed running games: one ratings call covers all their players. */
export const MAX_WATCHABLE_GAMES = 10;

/** Maximum number of numbered rooms in which a user waits or plays (docs/rooms.md). */
const GAMES_PER_USER = { guest: { timed: 2, untimed: 2 }, member: { timed: 5, untimed: 10 } } as const;
export function gamesPerUser(isGuest: boolean, isUntimed: boolean): number {
  return GAMES_PER_USER[isGuest ? 'guest' : 'member'][isUntimed ? 'untimed' : 'timed'];
}
export const DAY_MS = 86_400_000;
/** Days for each move of a correspondence game, which is a game without clocks: choices of the creator of a room. */
export const DAYS_PER_MOVE = [1, 3, 7] as const;
export type DaysPerMove = (typeof DAYS_PER_MOVE)[number];
/** Also of stored games that are older than the choice. */
export const DEFAULT_DAYS_PER_MOVE: DaysPerMove = 3;
/** Further spectators get ROOM_FULL, which bounds every list in a room. */
export const MAX_SPECTATORS = 100;

/** Timeout of every HTTP call. Milliseconds. */
export const API_TIMEOUT = 10_000;
/** Poll interval of a room, independent of events. Milliseconds. */
export const ROOM_POLL_INTERVAL = 10_000;
/** Poll interval of a visitor who watches a game without events: the board is at most 3 s late. Milliseconds. */
export const VISITOR_POLL_INTERVAL = 2_500;

/** Reconnection settings of the Socket.IO client. Milliseconds. */
export const SOCKET_RECONNECTION = {
  reconnectionDelay: 1_000,
  reconnectionDelayMax: 5_000,
  randomizationFactor: 0.5,
  timeout: 20_000,
} as const;

/**
 * Query parameter of the handshake: the client's room, if any. The gateway sends clients of one room to one realtime
 * node if it can, because a move between two nodes costs more. It grants no access.
 */
export const HANDSHAKE_ROOM = 'room';

/** Clients leave a draining process within `jitter`; the process waits for `patience`. Milliseconds. */
export const GOING_AWAY = { jitter: 300, patience: 1_000 } as const;

/**
 * A realtime node pings each connection at this interval, and closes one whose answer takes longer than `timeout`. The
 * gateway counts sessions by the same values. Milliseconds.
 */
export const SOCKET_PING = { interval: 25_000, timeout: 10_000 } as const;

/**
 * An online game is drawn at this half-move, its 500th round (docs/rooms.md): online games have no 100-round draw, and
 * stored games need a bound.
 */
export const MAX_PLIES = 1_000;
/** Maximum half-moves in the archive: games older than `MAX_PLIES` are longer and stay readable. */
export const MAX_ARCHIVED_PLIES = 5_000;
/** Maximum games per page of history: each contains all its moves, and the product shows three. */
export const RECORDS_PER_PAGE = 10;
/** Names of the computer's levels 1 to 5, shown on screen and stored in saved games. */
export const LEVEL_NAMES = ['微小草履虫', '可爱小兔', '功夫熊猫', '凶猛鲨鱼', '神秘小狗'] as const;
/** Maximum number of a user's local games. */
export const MAX_LOCAL_RECORDS = 10_000;
/** Longest comment on a favorite, and longest searched opponent's name; characters. */
export const FAVORITE_COMMENT_LENGTH = 200;
export const OPPONENT_SEARCH_LENGTH = 20;
/** Games per page of the export: each is a record string and its times. */
export const EXPORT_PAGE = 100;
/** Page sizes of the history. */
export const HISTORY_PAGE = 3;
export const FAVORITES_PAGE = 2;

/** A rush of puzzles: its time in ms, and the wrong moves that end it. */
export const RUSH_MS = 180_000;
export const RUSH_MISTAKES = 3;

/** Bounds of tournaments (docs/tournaments.md). */
export const ARENA_MINUTES = { min: 20, max: 180 } as const;
export const SWISS_ROUNDS = { min: 3, max: 11 } as const;
/** Maximum number of players. A round of a Swiss with 500 players is paired in 4 s. */
export const TOURNAMENT_PLAYERS = { arena: 10_000, swiss: 500 } as const;
/** Longest name and description of a tournament, in characters. */
export const TOURNAMENT_NAME_LENGTH = 16;
export const TOURNAMENT_DESCRIPTION_LENGTH = 200;
/** Length of the password of a private tournament, in characters. */
export const TOURNAMENT_PASSWORD_LENGTH = { min: 4, max: 12 } as const;
/** A tournament starts between these times after it is created. Milliseconds. */
export const TOURNAMENT_LEAD = { min: 10 * 60_000, max: 30 * DAY_MS } as const;
/** Check-in opens this long before the start. Milliseconds. */
export const CHECK_IN_TIME = 10 * 60_000;
/** Pause between two rounds of a Swiss, in seconds. */
export const ROUND_BREAK = { min: 30, max: 600, usual: 60 } as const;
/** Rated games after which a member may create a tournament. */
export const GAMES_TO_CREATE = 10;
/** Rows of a page of standings, shown scores of an arena row, and games of a page. */
export const STANDINGS_PAGE = 20;
export const SHOWN_SCORES = 20;
export const TOURNAMENT_GAMES_PAGE = 100;
/** Games of a page of the text, and best results of a player. */
export const TOURNAMENT_TEXT_PAGE = 50;
export const BEST_RESULTS = 10;
/** People with a game that a tournament needs for medals and results. */
export const PEOPLE_FOR_RESULTS = 4;
/** Minimum interval between two updates on the channel of a tournament. Milliseconds. */
export const TOURNAMENT_UPDATE_INTERVAL = 1_000;
/** Maximum number of users, and of games, of one call about players of tournaments. */
export const FREE_PLAYERS_PER_CALL = 1_000;
export const ASSIGNED_GAMES_PER_CALL = 50;
