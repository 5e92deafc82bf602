import { CLIENT_ERRORS } from './client-errors.ts';
import type { ProofChallenge } from './guests.ts';

/**
 * The catalog of refusals: a stable code, its HTTP status and the Chinese message shown to users. Status 401, 403 and
 * 500 log the client out, so only session errors use them. Browsers get the messages from the server and load only
 * `CLIENT_ERRORS`.
 */
export const ERRORS = {
  INVALID_INPUT: CLIENT_ERRORS.INVALID_INPUT,
  UNAUTHORIZED: CLIENT_ERRORS.UNAUTHORIZED,
  /** Clients detect an expired token by the message, so code and message are equal. */
  TOKEN_EXPIRED: { status: 401, message: 'TOKEN_EXPIRED' },
  NOT_FOUND: CLIENT_ERRORS.NOT_FOUND,
  PAYLOAD_TOO_LARGE: { status: 413, message: '内容过长' },
  RATE_LIMITED: CLIENT_ERRORS.RATE_LIMITED,
  /** By address, at the gateway or a realtime node. */
  TOO_MANY_CONNECTIONS: { status: 429, message: '同一网络的连接太多，请稍后再试' },
  /** The page belongs to another site that is not listed. */
  FOREIGN_ORIGIN: { status: 400, message: '不能从其他网站操作，请在本站打开' },
  /** The operator refuses the client's address (`ACCESS_FILE`). */
  ADDRESS_REFUSED: { status: 400, message: '你所在的网络暂时不能访问本站' },
  INTERNAL: CLIENT_ERRORS.INTERNAL,
  UNAVAILABLE: CLIENT_ERRORS.UNAVAILABLE,

  LOGIN_FAILED: { status: 400, message: '账号或密码错误' },
  /** The owner asked to delete the account; the sent message contains the days left. `restore` keeps the account. */
  ACCOUNT_LEAVING: { status: 409, message: '这个账号即将注销' },
  LOGIN_LOCKED: { status: 429, message: '登录尝试过多，请稍后再试' },
  REGISTRATION_LOCKED: { status: 429, message: '注册太频繁，请稍后再试' },
  /** By the operator, whose text replaces this message; so for guests. */
  REGISTRATION_CLOSED: { status: 400, message: '本站暂停注册，请稍后再来' },
  GUESTS_CLOSED: { status: 400, message: '本站暂停游客入场，请登录后再玩' },
  USERNAME_TAKEN: { status: 409, message: '该账号已被注册' },
  /** As NICKNAME_RESERVED, for a username. */
  USERNAME_RESERVED: { status: 400, message: '这个账号名容易被误认为官方或系统，请换一个' },
  /** Another account has this nickname or one that looks like it. */
  NICKNAME_TAKEN: { status: 409, message: '已有人使用相同或相似的昵称，请换一个' },
  /** It resembles the operators, the product, a guest or a part of the screen. */
  NICKNAME_RESERVED: { status: 400, message: '这个昵称容易被误认为官方或系统，请换一个' },
  NICKNAME_TOO_SOON: { status: 400, message: '30 天内只能改一次昵称' },
  IMPROPER_NICKNAME: { status: 400, message: '昵称含有不适当的词语，请换一个' },
  /** Only members may do it. */
  GUEST_NOT_ALLOWED: { status: 400, message: '这里要有账号，注册后就可以' },
  /** A private message. */
  MESSAGES_FOR_MEMBERS: { status: 400, message: '注册后就能私聊' },
  /** A rated pool or challenge. */
  RATED_FOR_MEMBERS: { status: 400, message: '排位需要账号，注册后就能排位' },
  PHRASES_ONLY: { status: 400, message: '游客只能发常用语，注册后可以自由聊天' },
  /** The addressed user is a guest, who has no friends and no private messages. */
  USER_IS_GUEST: { status: 400, message: '对方是游客，注册后才能加好友和私聊' },
  /** The caller is no guest. */
  NOT_A_GUEST: { status: 409, message: '你已经有账号了' },
  GUESTS_LOCKED: { status: 429, message: '这个网络的新游客太多，请稍后再试，或直接注册' },
  /** The reply has a `challenge` to solve. */
  PROOF_REQUIRED: { status: 429, message: '请稍等，正在确认不是机器人' },
  /** A bot's account may not do it: bots only play casual games that they are asked for. */
  NOT_FOR_BOTS: { status: 400, message: '机器人只下休闲局' },
  /** The token is limited to other scopes. */
  SCOPE_MISSING: { status: 400, message: '这次登录没有这项权限' },
  /** The operators closed the account; the sent message has their text and the end. */
  ACCOUNT_CLOSED: { status: 401, message: '这个账号已被停用' },
  /** The operators closed the network or the device of the client to new accounts; the sent message has the end and their text. */
  NETWORK_CLOSED: { status: 400, message: '你所在的网络暂时不能用新账号' },
  DEVICE_CLOSED: { status: 400, message: '这台设备暂时不能用新账号' },
  /** As many address ranges and devices have a sanction as may have one. */
  TOO_MANY_ORIGINS: { status: 409, message: '受限的网段和设备太多了，先解除一些' },
  /** Addresses of the site's own machines and networks, where no public client is. */
  OWN_NETWORK: { status: 400, message: '这是本站内部的网段，不能限制' },
  /** The operators muted the user; the sent message has the end. */
  MUTED: { status: 400, message: '你已被禁言' },
  /** The operators paused rated games; the sent message has the end. */
  RATED_PAUSED: { status: 400, message: '你的排位已暂停，休闲和人机照常' },
  /** It was made already, or more than 7 days ago. */
  APPEAL_CLOSED: { status: 409, message: '这封信已经不能申诉了' },
  /** Password, code or role; the refusal does not tell which. */
  CONSOLE_REFUSED: { status: 400, message: '账号、密码或验证码不对' },
  /** Only a session of the console has the right. */
  STAFF_ONLY: { status: 400, message: '请先登录后台' },
  OPERATORS_ONLY: { status: 400, message: '只有管理员可以这样做' },
  /** Another operator has it open. */
  CASE_TAKEN: { status: 409, message: '另一位值守正在看，请稍候' },
  /** An operator may not decide on the own action, or on oneself. */
  NOT_YOUR_OWN: { status: 409, message: '这件事要由另一位来定' },
  /** It has no sanction of that kind, or was decided already. */
  ALREADY_DECIDED: { status: 409, message: '这件事已经处理过了' },
  /** Moderators and bots cannot be sanctioned before their office ends. */
  NOT_SANCTIONABLE: { status: 400, message: '不能这样处理值守或机器人账号' },
  /** Another change of the settings came first. */
  SITE_CHANGED: { status: 409, message: '设置刚被别人改过，请看看最新的再改' },
  /** By the operators, for a time; so for the next three. */
  READ_ONLY: { status: 400, message: '网站正在维护，暂时不能开新局，正在下的棋不受影响' },
  LOBBY_CLOSED: { status: 400, message: '大厅聊天暂时关闭，请稍后再来' },
  RATED_OFF: { status: 400, message: '排位暂时关闭，休闲对局照常' },
  BOTS_OFF: { status: 400, message: '机器人暂时休息，请稍后再来' },
  PUZZLE_NOT_FOUND: { status: 404, message: '没有这道题' },
  /** Also someone else's, or one that has expired. */
  ATTEMPT_NOT_FOUND: { status: 404, message: '这次解题已经结束，请重新开始' },
  /** It was solved, or its answer was shown. */
  ATTEMPT_OVER: { status: 409, message: '这道题已经做完了' },
  /** A move ahead of the attempt. */
  MOVE_OUT_OF_ORDER: { status: 409, message: '前面的走法还没有收到，请刷新后再走' },
  /** Only users who tried a puzzle may vote on it. */
  PUZZLE_NOT_TRIED: { status: 400, message: '先做过这道题，才能评价' },
  /** A day to come, or one before the first. */
  NO_DAILY_PUZZLE: { status: 400, message: '这一天还没有题目' },
  /** A result that does not replay to the goal. */
  LEVEL_NOT_SOLVED: { status: 400, message: '这一关没有过，成绩没有记下' },
  USER_NOT_FOUND: { status: 404, message: '用户不存在' },
  /** Unknown account, or a code that it does not have. */
  RECOVERY_FAILED: { status: 400, message: '账号或恢复码错误' },
  MAIL_OFF: { status: 400, message: '本站没有开通邮箱找回' },
  /** It was used, replaced, or is older than an hour. */
  LINK_INVALID: { status: 400, message: '链接已失效，请重新申请' },
  /** The endpoint is not at a known push service (`PUSH_HOSTS`). */
  PUSH_SERVICE_UNKNOWN: { status: 400, message: '这个浏览器的推送服务不受支持' },
  /** The operator has not set `PUBLIC_URL`, to which passkeys are bound. */
  PASSKEYS_OFF: { status: 400, message: '本站没有开通通行密钥' },
  PASSKEY_FAILED: { status: 400, message: '通行密钥没有通过，请换种方式登录' },
  PASSKEYS_FULL: { status: 400, message: '通行密钥已达上限，请先移除一个' },
  /** Only a session that began a few minutes ago does it without the password. */
  PASSWORD_REQUIRED: { status: 400, message: '请输入密码确认' },
  WRONG_PASSWORD: { status: 400, message: '密码错误' },
  /** Another window changed the password first. */
  PASSWORD_CHANGED: { status: 409, message: '密码刚刚在别处修改过，请用新密码再试' },
  PASSWORD_LOCKED: { status: 429, message: '尝试过多，请稍后再试' },

  /** A friend request, message or invitation to oneself. */
  NOT_YOURSELF: { status: 400, message: '不能对自己这样做' },
  NOT_FRIENDS: { status: 400, message: '你们还不是好友' },
  ALREADY_FRIENDS: { status: 409, message: '你们已经是好友了' },
  REQUEST_PENDING: { status: 409, message: '已经发过好友申请，请等待对方处理' },
  /** The request was answered, withdrawn, or never existed. */
  NO_REQUEST: { status: 409, message: '该好友申请已失效' },
  FRIENDS_FULL: { status: 400, message: '好友数量已达上限' },
  /** For blocked users and for full request lists: the sender cannot distinguish the two. */
  NOT_ACCEPTING: { status: 400, message: '对方暂时不接受请求' },
  /** The caller blocked the user. */
  YOU_BLOCKED: { status: 400, message: '你已屏蔽该用户' },
  BLOCKS_FULL: { status: 400, message: '屏蔽名单已满，请先移出几位' },
  FRIEND_OFFLINE: { status: 400, message: '好友当前不在线' },
  /** The friend has an open invitation, which is not replaced while it is pending. */
  INVITE_PENDING: { status: 409, message: '对方正在处理另一个邀请，请稍后再试' },
  NO_INVITE: { status: 409, message: '邀请已失效' },
  /** `toId` is not the other player of the room. */
  NOT_OPPONENT: { status: 400, message: '只能与对手私聊' },
  IMPROPER_TEXT: { status: 400, message: '内容含有不适当的词语，请修改后再发' },

  ROOM_NOT_FOUND: { status: 404, message: '房间已不存在' },
  ROOM_FULL: { status: 400, message: '房间已满' },
  /** The caller would take a seat, which needs a press. */
  SEAT_FREE: { status: 409, message: '这个房间还有空座，按「加入对局」才会入座' },
  /** The creator of the room allows no spectators. */
  SPECTATORS_CLOSED: { status: 400, message: '房主没有开放观战' },
  /** The user waits or plays in too many numbered rooms. */
  TOO_MANY_GAMES: { status: 400, message: '你同时开的对局太多了，先下完或离开一局再来' },
  /** The opponent does. */
  OPPONENT_TOO_MANY_GAMES: { status: 409, message: '对方同时开的对局太多了，暂时无法再来一局' },
  /** The users of the caller's address do. */
  ADDRESS_TOO_MANY_GAMES: { status: 429, message: '你所在的网络同时进行的对局太多了，请稍后再试' },
  /** Lost the race for the commit too often; nothing was changed, a retry is safe. */
  ROOM_BUSY: { status: 503, message: '房间繁忙，请再试一次' },
  /** The kind of room does not allow it to any user. */
  NOT_IN_THIS_ROOM: { status: 400, message: '本房间不能这样做' },
  NOT_A_PLAYER: { status: 400, message: '观战者不能操作棋局' },
  NOT_PLAYING: { status: 400, message: '对局尚未开始' },
  GAME_OVER: CLIENT_ERRORS.GAME_OVER,
  WRONG_PLAYER: { status: 400, message: '不能替对手走棋' },
  NOT_YOUR_TURN: { status: 400, message: '还没轮到你走棋' },
  STALE_MOVE: CLIENT_ERRORS.STALE_MOVE,
  TIME_UP: { status: 400, message: '时间到，你被判负' },
  NOT_CREATOR: { status: 400, message: '只有房主可以设置用时' },
  GAME_STARTED: { status: 400, message: '对局已经开始' },
  /** The offer expired, was answered, or never existed. */
  NO_OFFER: { status: 409, message: '该请求已失效' },
  /** The opponent's offer of this kind waits for an answer. */
  OFFER_PENDING: { status: 400, message: '对方的请求正等你回应' },
  /** The sent message contains the remaining seconds. */
  OFFER_COOLDOWN: { status: 400, message: '请稍后再请求' },
  NOTHING_TO_UNDO: CLIENT_ERRORS.NOTHING_TO_UNDO,
  OPPONENT_LEFT: { status: 400, message: '对手已离开房间' },
  SPECTATOR_SILENT: { status: 400, message: '观战者不能发送消息' },
  CHAT_FLOOD: { status: 429, message: '说得太快了，歇一会儿再说' },
  CHAT_REPEAT: { status: 400, message: '这句话刚刚说过了' },
  /** The first move came too late and the game was aborted. */
  GAME_ABORTED: { status: 400, message: '第一步超时，对局取消' },
  NO_DRAW_OFFERS_LEFT: { status: 400, message: '本局求和次数已用完' },
  /** A pair gets a room of its own; this one belongs to another game. */
  ROOM_TAKEN: { status: 409, message: '房间已被占用' },
  NOT_FLAGGED: { status: 400, message: '时间尚未用完' },

  /** A paired or accepted game of the user still runs. */
  ALREADY_PLAYING: { status: 409, message: '你有一局对局正在进行，请先下完' },
  OPPONENT_PLAYING: { status: 409, message: '对方正在下另一局，暂时无法再来一局' },
  /** The sent message contains the remaining time. */
  PAIRING_PAUSED: { status: 400, message: '你暂时不能匹配对手，请稍后再试' },
  OPPONENT_PAUSED: { status: 400, message: '对方暂时不能排位' },
  /** It was accepted, withdrawn, declined, expired, or never existed. */
  CHALLENGE_GONE: { status: 409, message: '该挑战已失效' },
  /** The challenger is not connected. */
  OPPONENT_AWAY: { status: 400, message: '对方当前不在线，请稍后再试' },
  RATING_OUT_OF_RANGE: { status: 400, message: '你的等级分不在对方要求的范围内' },

  TOURNAMENT_NOT_FOUND: { status: 404, message: '没有这场比赛' },
  TOURNAMENT_OVER: { status: 409, message: '这场比赛已经结束' },
  TOURNAMENT_FULL: { status: 409, message: '这场比赛的名额已满' },
  /** More than half of the rounds have started. */
  ENTRY_CLOSED: { status: 409, message: '轮次已经过半，不能再报名' },
  NOT_ENTERED: { status: 409, message: '你没有报名这场比赛' },
  /** Two games without a first move. */
  REMOVED_FROM_TOURNAMENT: { status: 409, message: '你两次没有到场，已退出这场比赛' },
  CHECK_IN_CLOSED: { status: 409, message: '现在不是签到时间' },
  /** One round of a Swiss may be missed for half a point. */
  BYE_USED: { status: 409, message: '每人只能请假一轮' },
  LAST_ROUND: { status: 409, message: '已经是最后一轮，不能再请假' },
  WRONG_TOURNAMENT_PASSWORD: { status: 400, message: '密码不对，问问办比赛的人' },
  LEVEL_OUT_OF_RANGE: { status: 400, message: '你的棋力不在这场比赛的范围内' },
  /** The caller has too few rated games to create a tournament. */
  RATED_GAMES_NEEDED: { status: 400, message: '下满十局排位才能办比赛' },
  ONE_TOURNAMENT: { status: 409, message: '你办的上一场比赛还没结束' },
  TOURNAMENT_TIME: { status: 400, message: '开始时间须在十分钟后、三十天内' },
  /** Many users entered at once; nothing was changed, a retry is safe. */
  NOT_YOUR_TOURNAMENT: { status: 409, message: '只有办赛的人才能改这场比赛' },
  TOURNAMENT_BEGUN: { status: 409, message: '比赛已经开始，不能再改' },
  TOURNAMENT_BUSY: { status: 503, message: '报名的人太多了，请再试一次' },

  RECORD_NOT_FOUND: { status: 404, message: '棋谱不存在' },
  /** Online games belong to both players and cannot be deleted. */
  NOT_A_LOCAL_RECORD: { status: 400, message: '只能删除本地棋谱' },
  /** The moves are illegal, or do not lead to the stated result. */
  IMPOSSIBLE_GAME: { status: 400, message: '棋谱不合规则，无法保存' },
  RECORDS_FULL: { status: 400, message: '本地棋谱已存满，请先删除一些' },

  OUT_OF_BOARD: CLIENT_ERRORS.OUT_OF_BOARD,
  NO_PIECE: CLIENT_ERRORS.NO_PIECE,
  NOT_YOUR_PIECE: CLIENT_ERRORS.NOT_YOUR_PIECE,
  ILLEGAL_MOVE: CLIENT_ERRORS.ILLEGAL_MOVE,
  SEVEN_THREE: CLIENT_ERRORS.SEVEN_THREE,
  SEVENTEEN_FIVE: CLIENT_ERRORS.SEVENTEEN_FIVE,
  THREEFOLD_REPETITION: CLIENT_ERRORS.THREEFOLD_REPETITION,
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** The body of every HTTP refusal and the refusing half of every socket acknowledgement. */
export interface ErrorBody {
  code: ErrorCode;
  message: string;
  /** Only with PROOF_REQUIRED. */
  challenge?: ProofChallenge;
}

/** Returns `{code, message}` of a catalog entry; `message` overrides the text if a schema has a better one. */
export function errorBody(code: ErrorCode, message: string = ERRORS[code].message): ErrorBody {
  return {
    code,
    message,
  };
}

/** Returns whether a string from the wire is a code of this catalog. */
export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERRORS, code);
}
