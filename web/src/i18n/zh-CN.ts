import type { ai } from './zh-CN/ai.ts';
import type { analysis } from './zh-CN/analysis.ts';
import { auth } from './zh-CN/auth.ts';
import { board } from './zh-CN/board.ts';
import { common } from './zh-CN/common.ts';
import type { download } from './zh-CN/download.ts';
import { friends } from './zh-CN/friends.ts';
import type { history } from './zh-CN/history.ts';
import { home } from './zh-CN/home.ts';
import { lobby } from './zh-CN/lobby.ts';
import type { local } from './zh-CN/local.ts';
import type { login } from './zh-CN/login.ts';
import type { pairing } from './zh-CN/pairing.ts';
import { play } from './zh-CN/play.ts';
import type { players } from './zh-CN/players.ts';
import type { review } from './zh-CN/review.ts';
import type { room } from './zh-CN/room.ts';
import type { rules } from './zh-CN/rules.ts';
import type { settings } from './zh-CN/settings.ts';
import type { standing } from './zh-CN/standing.ts';
import type { table } from './zh-CN/table.ts';
import type { themes } from './zh-CN/themes.ts';
import type { tournament } from './zh-CN/tournament.ts';
import type { watch } from './zh-CN/watch.ts';

/** Every text that the interface says by itself. The server's messages come from the protocol's catalogue. */
export const zhCN = {
  ...common,
  home,
  auth,
  play,
  board,
  friends,
  lobby,
} as const;

/** Everything that can be said, also what comes later with its pages (`*-texts.ts`). */
export type Texts = typeof zhCN & {
  ai: typeof ai;
  analysis: typeof analysis;
  download: typeof download;
  history: typeof history;
  local: typeof local;
  login: typeof login;
  pairing: typeof pairing;
  players: typeof players;
  review: typeof review;
  room: typeof room;
  rules: typeof rules;
  standing: typeof standing;
  settings: typeof settings;
  table: typeof table;
  themes: typeof themes;
  tournament: typeof tournament;
  watch: typeof watch;
};
