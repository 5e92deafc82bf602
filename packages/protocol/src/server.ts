/** The server part of the protocol: `index.ts` and every schema, the tables of routes, events and services. */
export { access } from './access.ts';
export * from './entities.ts';
export * from './fair-play.ts';
export * from './game-records.ts';
export { routesOf } from './http.ts';
export * from './moderation.ts';
export * from './origins.ts';
export { type NodeLoad, nodesInUse, type Placement, placeSession } from './placement.ts';
export * from './puzzles.ts';
export * from './ratings.ts';
export {
  BACKUP_ASIDE_KEY,
  isShortLived,
  LAST_BACKUP_KEY,
  ORIGIN_SANCTIONS_KEY,
  SITE_KEY,
} from './redis-keys.ts';
export * from './roles.ts';
export { type CalledBy, calledBy, PUBLIC_ROUTES, PUBLIC_SERVICES, ROUTES } from './routes/index.ts';
export * from './series.ts';
export {
  type CollectionAction,
  getServiceDef,
  NEED_VARIABLES,
  type NeedOf,
  needsOf,
  RECEIVERS,
  type Receiver,
  ROLES,
  type Role,
  receiversOf,
  SERVICE_NAMES,
  SERVICES,
  urlVariable,
} from './services.ts';
export * from './site.ts';
export { CLIENT_EVENTS, type ClientEventDef } from './socket/client-events.ts';
export {
  CONNECTION_EVENTS,
  PERSONAL_EVENTS,
  REFUSAL_EVENTS,
  ROOM_EVENTS,
  type ServerEventDef,
  STREAM_EVENTS,
} from './socket/server-events.ts';
export * from './tournaments.ts';
