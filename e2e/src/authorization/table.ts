import { randomBytes } from 'node:crypto';
import { PUSH_KINDS, type RouteDef, type RouteName } from '@doushouqi/protocol';
import { isScope, ROUTES } from '@doushouqi/protocol/server';
import type { Asks, Gets } from './asks.ts';
import type { Cast, LooseRequest, Verdict, Who } from './cast.ts';
import { CONSOLE_ASKS, CONSOLE_GETS, consoleRefusal, STAFF_GETS } from './console.ts';

const BLITZ = { initial: 5, increment: 3, rated: false };
/** Red resigns after one move. */
const LOCAL_GAME = { moves: '000124805', winner: 2, endReason: 'SURRENDER' };

const DEVICE = {
  endpoint: 'https://fcm.googleapis.com/x',
  keys: { p256dh: `B${'x'.repeat(86)}`, auth: 'x'.repeat(22) },
  kinds: Object.fromEntries(PUSH_KINDS.map((kind) => [kind, false])),
};

const PASSKEYS_OFF: Gets = ['PASSKEYS_OFF', 'PASSKEYS_OFF', 'PASSKEYS_OFF'];
const PASSKEY = { id: 'x', rawId: 'x', type: 'public-key' };
const PASSKEY_ANSWER = {
  ...PASSKEY,
  response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' },
};
const NEW_PASSKEY = { ...PASSKEY, response: { clientDataJSON: 'x', attestationObject: 'x' } };

/** Default values by field name, unless `ASKS` has the route's request. */
const SAMPLES: Readonly<Record<string, (cast: Cast) => unknown>> = {
  userId: ({ owner }) => owner.id,
  friendId: ({ friend }) => friend.id,
  /** A game of the owner without the others. */
  roomId: (cast) => cast.game(),
  content: () => '你好',
  keyword: () => '甲',
  class: () => 'fast',
  currentPath: () => '/',
  month: () => '2026-11',
  theme: () => 'default',
  level: () => 1,
  avatar: () => 'default.png',
  nickname: () => `名${randomBytes(4).toString('hex')}`,
  /** The wrong one, so that the account stays. */
  password: () => 'wrong horse',
  ...Object.fromEntries(
    Object.entries({ ...BLITZ, ...LOCAL_GAME }).map(([name, value]) => [name, () => value]),
  ),
};

/** Addresses the owner in a field; the owner addresses `towards`. */
function toOwner(field: string, towards: (cast: Cast) => { id: string } | Promise<{ id: string }>): Asks {
  return async (cast, who) => ({
    body: { [field]: (who === 'owner' ? await towards(cast) : cast.owner).id },
  });
}

async function newFriend(cast: Cast): Promise<{ id: string }> {
  const person = await cast.stranger();
  await cast.must('requestFriend', { body: { toUserId: cast.owner.id } }, person);
  await cast.must('handleRequest', { body: { fromUserId: person.id, accept: true } }, cast.owner);
  return person;
}

/** A challenge of the owner, which replaces an earlier one. */
const ofChallenge: Asks = async (cast) => {
  const request = { body: { ...BLITZ, unlisted: true } };
  const { challenge } = await cast.must<{ challenge: { id: string } }>(
    'createChallenge',
    request,
    cast.owner,
  );
  return { params: { id: challenge.id } };
};

/** Makes the request once: all callers look at the same. */
function once(asks: Asks): Asks {
  const made = new WeakMap<Cast, LooseRequest>();
  return async (cast, who) => {
    const request = made.get(cast) ?? (await asks(cast, who));
    made.set(cast, request);
    return request;
  };
}

/** A local game of the owner. */
const ofRecord: Asks = async (cast) => {
  const { recordId } = await cast.must<{ recordId: string }>(
    'saveLocalGame',
    { body: LOCAL_GAME },
    cast.owner,
  );
  return { params: { id: recordId } };
};

const toStranger: Asks = async (cast) => ({ body: { userId: (await cast.stranger()).id } });

async function newPuzzle(cast: Cast): Promise<string> {
  const { id } = await cast.must<{ id: string }>('nextPuzzle', {}, cast.owner);
  return id;
}

/** A puzzle, with an attempt of the owner at it. */
async function ofAttempt(cast: Cast) {
  const puzzleId = await newPuzzle(cast);
  const request = { params: { puzzleId }, body: {} };
  const { attemptId } = await cast.must<{ attemptId: string }>('startAttempt', request, cast.owner);
  return { puzzleId, attemptId };
}

/** An attempt of the owner. */
const toAttempt: Asks = async (cast) => {
  const { attemptId } = await ofAttempt(cast);
  return { params: { attemptId }, body: {} };
};

/** A daily arena, which every product has: the next one or the one after that. */
async function arenaId(cast: Cast, n: 0 | 1): Promise<string> {
  const { coming } = await cast.must<{ coming: { id: string }[] }>('listTournaments', {}, cast.owner);
  return coming[n]!.id;
}

const ofArena: Asks = async (cast) => ({ params: { id: await arenaId(cast, 0) } });

/** The next arena, which only the owner has entered. */
const inArena: Asks = async (cast, who) => {
  const request = await ofArena(cast, who);
  if (who === 'owner') await cast.must('joinTournament', request, cast.owner);
  return request;
};

/** A tournament of a series, which no user may change. */
const ofSeries: Asks = async (cast) => ({
  params: { id: await arenaId(cast, 0) },
  body: {
    ...{ kind: 'arena', name: '擂台', timeControl: { initial: 5, increment: 3 }, rated: false },
    ...{ startsAt: Date.now() + 3_600_000, minutes: 60 },
  },
});

/** Requests that need more than a value for each field. */
const ASKS: Partial<Record<RouteName, Asks>> = {
  ...CONSOLE_ASKS,
  register: ({ registration }) => ({ body: registration() }),
  login: () => ({ body: { username: `u_${randomBytes(6).toString('hex')}`, password: 'wrong horse' } }),
  recover: () => ({
    body: {
      username: 'unknown_user',
      code: '0000-0000-0000-0000',
      password: 'another horse',
      confirmPassword: 'another horse',
    },
  }),
  resetPassword: () => ({
    body: { token: 'made-up', password: 'another horse', confirmPassword: 'another horse' },
  }),
  verifyEmail: () => ({ body: { token: 'made-up' } }),
  logInByPasskey: () => ({ body: { response: PASSKEY_ANSWER } }),
  addPasskey: () => ({ body: { response: NEW_PASSKEY } }),
  removePasskey: () => ({ params: { passkeyId: 'unknown' } }),
  askForReset: () => ({ body: { username: 'unknown_user' } }),
  createGuest: () => ({ body: {} }),
  /** The account exists, so that the guest stays a guest. */
  registerGuest: async ({ call, registration }) => {
    const body = registration();
    await call('register', { body });
    return { body };
  },
  mergeGuest: () => ({ body: { token: 'made-up', bring: true } }),
  getUser: ({ owner }) => ({ params: { id: owner.id } }),
  /** Without the password a new session may, and an older one may not. */
  reviewAccess: () => ({ body: { keep: [], password: 'wrong horse' } }),
  setPassword: () => ({ body: { oldPassword: 'wrong horse', newPassword: 'another horse' } }),
  /** The session of the owner's registration. */
  endDevice: async (cast) => {
    const devices = await cast.must<{ id: string; isThis: boolean }[]>('listDevices', {}, cast.owner);
    return { params: { deviceId: devices.find(({ isThis }) => !isThis)!.id } };
  },
  /** A device that gets no calls. */
  setPush: () => ({ body: DEVICE }),
  updateRoom: () => ({ body: { roomId: null } }),
  requestFriend: toOwner('toUserId', ({ owner }) => owner),
  withdrawRequest: async (cast, who) => {
    const asked = await cast.stranger();
    if (who === 'owner') await cast.must('requestFriend', { body: { toUserId: asked.id } }, cast.owner);
    return { params: { userId: asked.id } };
  },
  handleRequest: async (cast) => {
    const asker = await cast.stranger();
    await cast.must('requestFriend', { body: { toUserId: cast.owner.id } }, asker);
    return { body: { fromUserId: asker.id, accept: true } };
  },
  removeFriend: toOwner('friendId', newFriend),
  inviteFriend: async (cast, who) => {
    await cast.must('heartbeat', { body: { currentPath: '/' } }, cast.friend);
    const { body } = await toOwner('friendId', ({ friend }) => friend)(cast, who);
    return { body: { ...body, roomId: 'abcdef' } };
  },
  handleInvite: async (cast, who) => {
    // The owner may be waiting for an answer from an earlier call; only his own invitation matters here.
    if (who === 'owner') {
      await cast.must('heartbeat', { body: { currentPath: '/' } }, cast.owner);
      await cast.must('inviteFriend', { body: { friendId: cast.owner.id, roomId: 'fedcba' } }, cast.friend);
    }
    return { body: { accept: false, fromId: cast.friend.id } };
  },
  blockUser: toStranger,
  unblockUser: toStranger,
  sendMessage: async (cast, who) => {
    const { body } = await toOwner('toId', ({ friend }) => friend)(cast, who);
    return { body: { ...body, content: '你好' } };
  },
  listMessages: ({ friend }) => ({ params: { userId: friend.id } }),
  readMessages: ({ friend }) => ({ params: { userId: friend.id } }),
  reportLine: async (cast) => {
    const request = { body: { content: '谢谢' } };
    const line = await cast.must<{ _id: string }>('sayInLobby', request, await cast.stranger());
    return { body: { messageId: line._id } };
  },
  report: async (cast) => ({ body: { kind: 'nickname', userId: (await cast.stranger()).id } }),
  getChallenge: once(ofChallenge),
  acceptChallenge: ofChallenge,
  removeChallenge: ofChallenge,
  getRecord: ofRecord,
  getRecordOfGame: async (cast) => {
    const id = 'played-here';
    await cast.must('saveLocalGame', { body: { ...LOCAL_GAME, id } }, cast.owner);
    return { params: { gameId: `local:${cast.owner.id}:${id}` } };
  },
  addFavorite: async (cast, who) => ({ ...(await ofRecord(cast, who)), body: { comment: '好棋' } }),
  removeFavorite: ofRecord,
  deleteLocalRecord: ofRecord,
  shareRecord: ofRecord,
  getSharedRecord: async (cast, who) => {
    const { shareId } = await cast.must<{ shareId: string }>(
      'shareRecord',
      await ofRecord(cast, who),
      cast.owner,
    );
    return { params: { shareId } };
  },
  listRatings: ({ owner }) => ({ query: { ids: owner.id } }),
  getPuzzle: async (cast) => ({ params: { puzzleId: await newPuzzle(cast) } }),
  startAttempt: async (cast) => ({ params: { puzzleId: await newPuzzle(cast) }, body: {} }),
  /** A move ahead of the attempt, whatever the puzzle. */
  playPuzzleMove: async (cast) => {
    const { attemptId } = await ofAttempt(cast);
    return { params: { attemptId }, body: { move: '0,0-0,1', at: 9 } };
  },
  getPuzzleHint: toAttempt,
  getPuzzleAnswer: toAttempt,
  votePuzzle: async (cast) => {
    const { puzzleId, attemptId } = await ofAttempt(cast);
    await cast.must('getPuzzleAnswer', { params: { attemptId }, body: {} }, cast.owner);
    return { params: { puzzleId }, body: { vote: 1 } };
  },
  getRush: once(async (cast) => {
    const { rush } = await cast.must<{ rush: { rushId: string } }>('startRush', { body: {} }, cast.owner);
    return { params: { rushId: rush.rushId } };
  }),
  saveLevelResult: () => ({
    params: { levelId: 'river-1' },
    body: { moves: ['0,0-0,1'], hints: 0, mistakes: 0 },
  }),
  saveLearnProgress: () => ({ body: { done: [], seconds: 0 } }),
  createTournament: () => ({
    body: {
      ...{ kind: 'arena', name: '擂台', timeControl: { initial: 5, increment: 3 }, rated: false },
      ...{ startsAt: Date.now() + 3_600_000, minutes: 60 },
    },
  }),
  changeTournament: ofSeries,
  cancelTournament: ofArena,
  getTournament: ofArena,
  getStandings: ofArena,
  getSwissRound: async (cast) => ({ params: { id: await arenaId(cast, 0), round: '1' } }),
  listTournamentGames: ofArena,
  exportTournamentGames: ofArena,
  listTournamentLines: ofArena,
  /** Not what the user says in the lobby: one rule counts both. */
  sayInTournament: async (cast, who) => ({ ...(await ofArena(cast, who)), body: { content: '加油' } }),
  joinTournament: async (cast) => ({ params: { id: await arenaId(cast, 1) } }),
  pauseTournament: inArena,
  leaveTournament: inArena,
  checkIn: inArena,
};

/** Outcomes that differ from the route's own refusal. */
const GETS: Partial<Record<RouteName, Gets>> = {
  ...CONSOLE_GETS,
  login: ['LOGIN_FAILED', 'LOGIN_FAILED', 'LOGIN_FAILED'],
  setPassword: ['WRONG_PASSWORD', 'WRONG_PASSWORD', 'WRONG_PASSWORD'],
  recover: ['RECOVERY_FAILED', 'RECOVERY_FAILED', 'RECOVERY_FAILED'],
  reviewAccess: ['WRONG_PASSWORD', 'WRONG_PASSWORD', 'WRONG_PASSWORD'],
  endOtherDevices: ['WRONG_PASSWORD', 'WRONG_PASSWORD', 'WRONG_PASSWORD'],
  deleteAccount: ['WRONG_PASSWORD', 'WRONG_PASSWORD', 'WRONG_PASSWORD'],
  resetPassword: ['LINK_INVALID', 'LINK_INVALID', 'LINK_INVALID'],
  verifyEmail: ['LINK_INVALID', 'LINK_INVALID', 'LINK_INVALID'],
  /** The operator of the test sends no e-mails. */
  /** Nor are there passkeys without `PUBLIC_URL`. */
  askPasskey: PASSKEYS_OFF,
  logInByPasskey: PASSKEYS_OFF,
  askNewPasskey: PASSKEYS_OFF,
  addPasskey: PASSKEYS_OFF,
  removePasskey: ['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'],
  askForReset: ['MAIL_OFF', 'MAIL_OFF', 'MAIL_OFF'],
  setEmail: ['WRONG_PASSWORD', 'WRONG_PASSWORD', 'WRONG_PASSWORD'],
  renewRecoveryCodes: ['WRONG_PASSWORD', 'WRONG_PASSWORD', 'WRONG_PASSWORD'],
  renewGuest: ['NOT_A_GUEST', 'NOT_A_GUEST', 'NOT_A_GUEST'],
  registerGuest: ['NOT_A_GUEST', 'NOT_A_GUEST', 'NOT_A_GUEST'],
  mergeGuest: ['NOT_A_GUEST', 'NOT_A_GUEST', 'NOT_A_GUEST'],
  requestFriend: ['done', 'NOT_ACCEPTING', 'NOT_YOURSELF'],
  /** Users who blocked each other never play; users with the link see that the challenge exists. */
  acceptChallenge: ['OPPONENT_AWAY', 'CHALLENGE_GONE', 'NOT_YOURSELF'],
  votePuzzle: ['PUZZLE_NOT_TRIED', 'PUZZLE_NOT_TRIED', 'done'],
  saveLevelResult: ['LEVEL_NOT_SOLVED', 'LEVEL_NOT_SOLVED', 'LEVEL_NOT_SOLVED'],
  createTournament: ['RATED_GAMES_NEEDED', 'RATED_GAMES_NEEDED', 'RATED_GAMES_NEEDED'],
};

/** The owner's outcomes in the state of `ASKS` other than success. */
const OWNER_GETS: Partial<Record<RouteName, Verdict>> = {
  claimTimeout: 'NOT_FLAGGED',
  requestUndo: 'NOTHING_TO_UNDO',
  acceptUndo: 'NO_OFFER',
  rejectUndo: 'NO_OFFER',
  cancelDraw: 'NO_OFFER',
  acceptReset: 'NO_OFFER',
  rejectReset: 'NO_OFFER',
  setTimeControl: 'GAME_STARTED',
  playPuzzleMove: 'MOVE_OUT_OF_ORDER',
  checkIn: 'CHECK_IN_CLOSED',
  changeTournament: 'NOT_YOUR_TOURNAMENT',
  cancelTournament: 'NOT_YOUR_TOURNAMENT',
};

/** Refusals of callers whose token lacks the scope of a route. */
const LACKING: Partial<Record<Who, Partial<Record<RouteDef['auth'], Verdict>>>> = {
  guest: { social: 'GUEST_NOT_ALLOWED', account: 'GUEST_NOT_ALLOWED' },
  bot: { seek: 'NOT_FOR_BOTS', self: 'NOT_FOR_BOTS', social: 'NOT_FOR_BOTS', account: 'NOT_FOR_BOTS' },
  app: { seek: 'SCOPE_MISSING', self: 'SCOPE_MISSING', social: 'SCOPE_MISSING', account: 'SCOPE_MISSING' },
};

/** Outcomes for a guest that differ from those of other users. */
const GUEST_GETS: Partial<Record<RouteName, Verdict>> = {
  renewGuest: 'done',
  registerGuest: 'USERNAME_TAKEN',
  sayInRoom: 'PHRASES_ONLY',
  joinTournament: 'GUEST_NOT_ALLOWED',
};

/** Returns the required fields of a request, each with its sample. */
async function sampled(schema: RouteDef['body'], cast: Cast): Promise<Record<string, string>> {
  const shape =
    (schema as { shape?: Record<string, NonNullable<RouteDef['body']>> } | undefined)?.shape ?? {};
  const required = Object.entries(shape).filter(([, field]) => !field.safeParse(undefined).success);
  const values = required.map(async ([name]) => {
    if (!SAMPLES[name])
      throw new Error(`no sample for the field ${name}: add it to SAMPLES, or a request to ASKS`);
    return [name, await SAMPLES[name](cast)];
  });
  return Object.fromEntries(await Promise.all(values));
}

/** Returns the outcome that follows from the token alone, whatever the request; undefined if the request counts. */
function verdictByToken({ auth }: RouteDef, who: Who): Verdict | undefined {
  // The gateway does not route it.
  if (auth === 'service') return 'NOT_FOUND';
  if (who === 'visitor' && isScope(auth)) return 'UNAUTHORIZED';
  if (who === 'expired' && auth !== 'public') return 'TOKEN_EXPIRED';
  return LACKING[who]?.[auth] ?? (isScope(auth) ? consoleRefusal(auth, who) : undefined);
}

/** Returns a user's request to a route. */
export async function requestOf(name: RouteName, cast: Cast, who: Who): Promise<LooseRequest> {
  const route: RouteDef = ROUTES[name];
  if (verdictByToken(route, who)) return {};
  const { params, query, body } = route;
  const asks = ASKS[name];
  if (asks) return asks(cast, who);
  return {
    params: await sampled(params, cast),
    query: await sampled(query, cast),
    ...(body && { body: await sampled(body, cast) }),
  };
}

/** Returns the outcome of a route for a caller. */
export function verdictOf(name: RouteName, who: Who): Verdict {
  const route: RouteDef = ROUTES[name];
  const others = route.othersGet ?? 'done';
  const [other, blocked, owner] = GETS[name] ?? [others, others, OWNER_GETS[name] ?? 'done'];
  const byRelation: Partial<Record<Who, Verdict | undefined>> = {
    ...{ guest: GUEST_GETS[name] ?? other, blocked, owner },
    ...{ moderator: STAFF_GETS[name], operator: STAFF_GETS[name] },
  };
  return verdictByToken(route, who) ?? byRelation[who] ?? other;
}
