import { getUser, listProfiles, login, register } from './auth.ts';
import { archiveGame, listRecords } from './records.ts';
import * as rooms from './rooms.ts';

/** Every HTTP call of the product by name. Public ones are under `/api`, `service` ones are never routed by the gateway. */
export const ROUTES = {
  register,
  login,
  getUser,
  listProfiles,
  ...rooms,
  listRecords,
  archiveGame,
} as const;

export type RouteName = keyof typeof ROUTES;
