/** The refusals of the catalog that clients also give by themselves: derived from a status, and those of a board. */
export const CLIENT_ERRORS = {
  INVALID_INPUT: { status: 400, message: '输入内容有误' },
  UNAUTHORIZED: { status: 401, message: '请先登录' },
  NOT_FOUND: { status: 404, message: '内容不存在' },
  RATE_LIMITED: { status: 429, message: '操作太频繁，请稍后再试' },
  INTERNAL: { status: 500, message: '服务器出错了，请稍后再试' },
  UNAVAILABLE: { status: 503, message: '服务暂时不可用，请稍后再试' },
  GAME_OVER: { status: 400, message: '对局已结束' },
  STALE_MOVE: { status: 409, message: '局面已变化，已重新同步' },
  NOTHING_TO_UNDO: { status: 400, message: '没有可以悔的棋' },
  OUT_OF_BOARD: { status: 400, message: '不符合走棋规则' },
  NO_PIECE: { status: 400, message: '没有选中棋子' },
  NOT_YOUR_PIECE: { status: 400, message: '不能移动对方的棋子' },
  ILLEGAL_MOVE: { status: 400, message: '不符合走棋规则' },
  SEVEN_THREE: { status: 400, message: '违反七三规则，请换一步' },
  SEVENTEEN_FIVE: { status: 400, message: '违反十七五规则，请换一步' },
  THREEFOLD_REPETITION: { status: 400, message: '将造成第三次重复局面，请换一步' },
} as const;

/** Returns the text of a refusal for users. That of an expired token is its code on the wire. */
export function shownMessage({ code, message }: { code: string; message: string }): string {
  return code === 'TOKEN_EXPIRED' ? '登录已失效，请重新登录' : message;
}
