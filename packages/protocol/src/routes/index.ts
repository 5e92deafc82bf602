import { getUser, listProfiles, login, register } from './auth.ts';
import { archiveGame, listRecords } from './records.ts';
import {
  acceptReset,
  acceptUndo,
  cancelDraw,
  claimTimeout,
  clearAction,
  clearOfflineSurrender,
  getRoom,
  joinRoom,
  leaveRoom,
  leaveSpectating,
  rejectReset,
  rejectUndo,
  requestDraw,
  requestReset,
  requestUndo,
  sayInRoom,
  setTimeControl,
  surrender,
} from './rooms.ts';

/** Every HTTP call of the product by name. Public ones are under `/api`, `service` ones are never routed by the gateway. */
export const ROUTES = {
  register,
  login,
  getUser,
  listProfiles,
  joinRoom,
  getRoom,
  surrender,
  leaveRoom,
  claimTimeout,
  requestUndo,
  acceptUndo,
  rejectUndo,
  requestDraw,
  cancelDraw,
  requestReset,
  acceptReset,
  rejectReset,
  clearAction,
  clearOfflineSurrender,
  leaveSpectating,
  setTimeControl,
  sayInRoom,
  listRecords,
  archiveGame,
} as const;

export type RouteName = keyof typeof ROUTES;
