import { auth } from './zh-CN/auth.ts';
import { board } from './zh-CN/board.ts';
import { common } from './zh-CN/common.ts';
import { home } from './zh-CN/home.ts';
import { play } from './zh-CN/play.ts';
import { room } from './zh-CN/room.ts';

/** Every text that the interface says by itself. The server's messages come from the protocol's catalogue. */
export const zhCN = { ...common, home, auth, play, board, room } as const;
