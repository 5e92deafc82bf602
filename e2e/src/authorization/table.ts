import type { PublicRouteName, RouteDef, RouteName, Routes } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import type { Cast, LooseRequest, Verdict, Who } from './cast.ts';

/** What `who` sends; set-up that this one call needs is done before. */
type Asks = (cast: Cast, who: Who) => LooseRequest | Promise<LooseRequest>;
/** What a stranger, a user whom the owner blocked, and the owner get for it. */
type Gets = readonly [other: Verdict, blocked: Verdict, owner: Verdict];
type Case = readonly [Asks, Gets];

/** Open to all alike. */
const ALL = ['done', 'done', 'done'] as const;
const NOTHING: Asks = () => ({});
/** A call that takes nothing is about the caller alone, and so it is open to all alike. */
const PLAIN: Case = [NOTHING, ALL];
/** By other services alone: the gateway leads nobody there. */
const INTERNAL: Case = [NOTHING, ['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND']];

/** In a game of the owner's, where the others are nobody. */
const inGame: Asks = async (cast) => ({ params: { roomId: await cast.game() } });
function players(owner: Verdict): Gets {
  return ['NOT_A_PLAYER', 'NOT_A_PLAYER', owner];
}

/** Towards the owner; the owner himself towards `towards`. */
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

const BLITZ = { initial: 5, increment: 3, rated: false };

/** A challenge of the owner's, who takes his former one back by it. */
const ofChallenge: Asks = async (cast) => {
  const request = { body: { ...BLITZ, unlisted: true } };
  const { challenge } = await cast.must<{ challenge: { id: string } }>(
    'createChallenge',
    request,
    cast.owner,
  );
  return { params: { id: challenge.id } };
};

/** Red gives up after one move. */
const LOCAL_GAME = { moves: '000124805', winner: 2, endReason: 'SURRENDER' };

/** A local game of the owner's. */
const ofRecord: Asks = async (cast) => {
  const { recordId } = await cast.must<{ recordId: string }>(
    'saveLocalGame',
    { body: LOCAL_GAME },
    cast.owner,
  );
  return { params: { id: recordId } };
};
/** The same by the id under which the record service keeps it. */
const ofGame: Asks = async (cast) => {
  const id = 'played-here';
  await cast.must('saveLocalGame', { body: { ...LOCAL_GAME, id } }, cast.owner);
  return { params: { gameId: `local:${cast.owner.id}:${id}` } };
};
/** Not even that it is there is told to others. */
const OWNERS_RECORD: Gets = ['RECORD_NOT_FOUND', 'RECORD_NOT_FOUND', 'done'];

/** Routes that take something: it takes a person to say who may give what. */
type Asking = {
  [Name in PublicRouteName]: Routes[Name] extends { params: unknown } | { body: unknown } ? Name : never;
}[PublicRouteName];

/** `npm run check:types` fails while a route that takes something is missing. */
const TABLE: Record<Asking, Case> & Partial<Record<RouteName, Case>> = {
  register: [({ registration }) => ({ body: registration() }), ALL],
  login: [
    () => ({ body: { username: 'nobody_here', password: 'wrong horse' } }),
    ['LOGIN_FAILED', 'LOGIN_FAILED', 'LOGIN_FAILED'],
  ],
  searchUsers: [() => ({ query: { keyword: '甲' } }), ALL],
  getUser: [({ owner }) => ({ params: { id: owner.id } }), ALL],
  setTheme: [() => ({ body: { theme: 'default' } }), ALL],
  setAvatar: [() => ({ body: { avatar: 'default.png' } }), ALL],
  setPassword: [
    () => ({ body: { oldPassword: 'wrong horse', newPassword: 'another horse' } }),
    ['WRONG_PASSWORD', 'WRONG_PASSWORD', 'WRONG_PASSWORD'],
  ],

  heartbeat: [() => ({ body: { currentPath: '/' } }), ALL],
  updateRoom: [() => ({ body: { roomId: null } }), ALL],
  requestFriend: [toOwner('toUserId', ({ owner }) => owner), ['done', 'NOT_ACCEPTING', 'NOT_YOURSELF']],
  withdrawRequest: [
    async (cast, who) => {
      const asked = await cast.stranger();
      if (who === 'owner') {
        await cast.must('requestFriend', { body: { toUserId: asked.id } }, cast.owner);
      }
      return { params: { userId: asked.id } };
    },
    ['NO_REQUEST', 'NO_REQUEST', 'done'],
  ],
  handleRequest: [
    async (cast) => {
      const asker = await cast.stranger();
      await cast.must('requestFriend', { body: { toUserId: cast.owner.id } }, asker);
      return { body: { fromUserId: asker.id, accept: true } };
    },
    ['NO_REQUEST', 'NO_REQUEST', 'done'],
  ],
  removeFriend: [toOwner('friendId', newFriend), ['NOT_FRIENDS', 'NOT_FRIENDS', 'done']],
  inviteFriend: [
    (cast, who) => ({
      body: { friendId: (who === 'owner' ? cast.friend : cast.owner).id, roomId: 'abcdef' },
    }),
    ['NOT_FRIENDS', 'NOT_FRIENDS', 'done'],
  ],
  handleInvite: [
    async (cast, who) => {
      // The owner may be waiting for an answer from an earlier call; only his own invitation matters here.
      if (who === 'owner') {
        await cast.must('heartbeat', { body: { currentPath: '/' } }, cast.owner);
        await cast.must('inviteFriend', { body: { friendId: cast.owner.id, roomId: 'fedcba' } }, cast.friend);
      }
      return { body: { accept: false, fromId: cast.friend.id } };
    },
    ['NO_INVITE', 'NO_INVITE', 'done'],
  ],
  blockUser: [async (cast) => ({ body: { userId: (await cast.stranger()).id } }), ALL],
  unblockUser: [async (cast) => ({ body: { userId: (await cast.stranger()).id } }), ALL],
  sendMessage: [
    (cast, who) => ({
      body: { toId: (who === 'owner' ? cast.friend : cast.owner).id, content: '你好' },
    }),
    ['NOT_FRIENDS', 'NOT_FRIENDS', 'done'],
  ],
  countUnread: [({ friend }) => ({ params: { friendId: friend.id } }), ALL],
  listMessages: [({ friend }) => ({ params: { userId: friend.id } }), ALL],
  readMessages: [({ friend }) => ({ params: { userId: friend.id } }), ALL],

  sayInLobby: [() => ({ body: { content: '你好' } }), ALL],
  reportLine: [
    async (cast) => {
      const request = { body: { content: '谢谢' } };
      const line = await cast.must<{ _id: string }>('sayInLobby', request, await cast.stranger());
      return { body: { messageId: line._id } };
    },
    ALL,
  ],

  joinRoom: [async (cast) => ({ body: { roomId: await cast.game() } }), ALL],
  getRoom: [inGame, ALL],
  surrender: [inGame, players('done')],
  /** Who is not in the room leaves nothing; that nobody else is taken out of it is what counts. */
  leaveRoom: [inGame, ALL],
  leaveSpectating: [inGame, ALL],
  claimTimeout: [inGame, players('NOT_FLAGGED')],
  requestUndo: [inGame, players('NOTHING_TO_UNDO')],
  acceptUndo: [inGame, players('NO_OFFER')],
  rejectUndo: [inGame, players('NO_OFFER')],
  requestDraw: [inGame, players('done')],
  cancelDraw: [inGame, players('NO_OFFER')],
  requestReset: [inGame, players('done')],
  acceptReset: [inGame, players('NO_OFFER')],
  rejectReset: [inGame, players('NO_OFFER')],
  clearAction: [inGame, players('done')],
  clearOfflineSurrender: [inGame, players('done')],
  setTimeControl: [
    async (cast) => ({ ...(await inGame(cast, 'owner')), body: { initial: 5, increment: 3 } }),
    ['NOT_CREATOR', 'NOT_CREATOR', 'GAME_STARTED'],
  ],
  sayInRoom: [
    async (cast) => ({ ...(await inGame(cast, 'owner')), body: { content: '你好' } }),
    ['SPECTATOR_SILENT', 'SPECTATOR_SILENT', 'done'],
  ],

  joinPairing: [() => ({ body: BLITZ }), ALL],
  createChallenge: [() => ({ body: BLITZ }), ALL],
  getRunningGame: [({ owner }) => ({ params: { userId: owner.id } }), ALL],
  getChallenge: [ofChallenge, ALL],
  /** Two who blocked each other never play; that it is there is seen by all who have its link. */
  acceptChallenge: [ofChallenge, ['OPPONENT_AWAY', 'CHALLENGE_GONE', 'NOT_YOURSELF']],
  /** Of others it is not said whether it is there. */
  removeChallenge: [ofChallenge, ['CHALLENGE_GONE', 'CHALLENGE_GONE', 'done']],

  saveLocalGame: [() => ({ body: LOCAL_GAME }), ALL],
  getRecord: [ofRecord, OWNERS_RECORD],
  getRecordOfGame: [ofGame, OWNERS_RECORD],
  addFavorite: [
    async (cast, who) => ({ ...(await ofRecord(cast, who)), body: { comment: '好棋' } }),
    OWNERS_RECORD,
  ],
  removeFavorite: [ofRecord, OWNERS_RECORD],
  deleteLocalRecord: [ofRecord, OWNERS_RECORD],
  shareRecord: [ofRecord, OWNERS_RECORD],
  /** Whoever has the link sees the game, the blocked too: it is not told who asks. */
  getSharedRecord: [
    async (cast, who) => {
      const { shareId } = await cast.must<{ shareId: string }>(
        'shareRecord',
        await ofRecord(cast, who),
        cast.owner,
      );
      return { params: { shareId } };
    },
    ALL,
  ],
  getRatings: [({ owner }) => ({ params: { userId: owner.id } }), ALL],
  getRatingHistory: [({ owner }) => ({ params: { userId: owner.id }, query: { class: 'fast' } }), ALL],
  listRatedGames: [({ owner }) => ({ params: { userId: owner.id } }), ALL],
  getRatedRecord: [({ owner }) => ({ params: { userId: owner.id } }), ALL],
  getVersus: [({ owner }) => ({ params: { userId: owner.id } }), ALL],
  listRatings: [({ owner }) => ({ query: { ids: owner.id } }), ALL],
  getLadder: [() => ({ query: { class: 'fast' } }), ALL],
  getStats: [({ owner }) => ({ params: { userId: owner.id } }), ALL],
};

/** What is sent to a route, and what each gets for it. */
export function caseOf(name: RouteName): Case {
  const { auth }: RouteDef = ROUTES[name];
  return auth === 'service' ? INTERNAL : (TABLE[name] ?? PLAIN);
}
