/** The part of the protocol that browsers may load: types, constants, the client, form schemas. */
export * from './client.ts';
export * from './codec.ts';
export type * from './entities.ts';
export * from './errors.ts';
export * from './flood.ts';
export * from './forms.ts';
export type * from './game-records.ts';
export type { RouteDef, RouteInput, RouteReply, RouteRequest } from './http.ts';
export * from './jobs.ts';
export * from './limits.ts';
export * from './move-faults.ts';
export type * from './ratings.ts';
export * from './room-kinds.ts';
export type { Session } from './routes/auth.ts';
export type { PublicRouteName, PublicService, RouteName, Routes } from './routes/index.ts';
export type { Need, ServiceName } from './services.ts';
export type * from './socket/client-events.ts';
export type * from './socket/server-events.ts';
