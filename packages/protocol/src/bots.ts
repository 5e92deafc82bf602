/** The house bots: accounts of the site that play with its users, one for each level of the computer. */
export interface HouseBot {
  /** Fixed, so that a player's id leads to level and strength. No other account can get it: ids contain a time. */
  readonly _id: string;
  readonly level: 1 | 2 | 3 | 4 | 5;
  /** With a dash, which no registration may contain. */
  readonly username: string;
  readonly nickname: string;
  /** A picture that no person can choose: shown as a plate with rivets. */
  readonly avatar: string;
  /** Strength as a rating, which games never change. */
  readonly rating: number;
  /** Its character, in one line. */
  readonly line: string;
}

function bot(
  level: HouseBot['level'],
  nickname: string,
  avatar: string,
  rating: number,
  line: string,
): HouseBot {
  const _id = `0000000000000000000b070${level}`;
  return { _id, level, username: `bot-${level}`, nickname, avatar, rating, line };
}

export const HOUSE_BOTS: readonly HouseBot[] = [
  bot(1, '机关鼠', 'bot-rat.png', 800, '刚学会走棋，常常忘了看河。'),
  bot(2, '机关猫', 'bot-cat.png', 1_050, '看得见一步，看不见两步。'),
  bot(3, '机关狼', 'bot-wolf.png', 1_300, '爱追着棋子跑，追丢了也不恼。'),
  bot(4, '机关虎', 'bot-tiger.png', 1_600, '爱守河口，不爱冒险。'),
  bot(5, '机关象', 'bot-elephant.png', 1_900, '想得很远，几乎不走错。'),
];

const BY_ID = new Map(HOUSE_BOTS.map((one) => [one._id, one]));

/**
 * Returns the house bot with this user id, or null for a person. For level and strength of a player; what a user may do
 * follows from the role of the token, and a profile says `isBot`.
 */
export function houseBotOf(userId: string): HouseBot | null {
  return BY_ID.get(userId) ?? null;
}
