import type { RouteDef } from '../http.ts';
import { getServiceDef, type Role, SERVICE_NAMES, type SERVICES, type ServiceName } from '../services.ts';
import { accountRoutes } from './account.ts';
import { authRoutes } from './auth.ts';
import { checksRoutes } from './checks.ts';
import { consoleRoutes } from './console.ts';
import { lobbyRoutes } from './lobby.ts';
import { moderationRoutes } from './moderation.ts';
import { networksRoutes } from './networks.ts';
import { pairingRoutes } from './pairing.ts';
import { puzzleRoutes } from './puzzle.ts';
import { ratingRoutes } from './rating.ts';
import { recordRoutes } from './record.ts';
import { roomRoutes } from './room.ts';
import { siteRoutes } from './site.ts';
import { socialRoutes } from './social.ts';
import { tournamentRoutes } from './tournament.ts';

/** Every HTTP call of the product by name. Public ones are under `/api`; the gateway never routes `service` ones. */
export const ROUTES = {
  ...authRoutes,
  ...accountRoutes,
  ...socialRoutes,
  ...lobbyRoutes,
  ...roomRoutes,
  ...recordRoutes,
  ...pairingRoutes,
  ...ratingRoutes,
  ...puzzleRoutes,
  ...tournamentRoutes,
  ...consoleRoutes,
  ...moderationRoutes,
  ...networksRoutes,
  ...checksRoutes,
  ...siteRoutes,
};

export type Routes = typeof ROUTES;
export type RouteName = keyof Routes;
/** The routes that are not between services. */
export type PublicRouteName = {
  [Name in RouteName]: Routes[Name]['auth'] extends 'service' ? never : Name;
}[RouteName];
/** The routes of the console, which the site does not call. */
export type ConsoleRouteName = {
  [Name in PublicRouteName]: Routes[Name]['path'] extends `/admin/${string}` ? Name : never;
}[PublicRouteName];
/** The services behind `/api`. */
export type PublicService = Routes[PublicRouteName]['service'];

/** `ROUTES` without those between services. */
export const PUBLIC_ROUTES = Object.fromEntries(
  Object.entries<RouteDef>(ROUTES).filter(([, { auth }]) => auth !== 'service'),
) as Pick<Routes, PublicRouteName>;
export const PUBLIC_SERVICES = SERVICE_NAMES.filter((name): name is PublicService =>
  Object.values(PUBLIC_ROUTES).some(({ service }) => service === name),
);

/** The services that a role calls, as a type. */
export type CalledBy<Name extends Role> = Name extends ServiceName
  ? (typeof SERVICES)[Name]['calls'][number]
  : PublicService;

/** Returns the services that a role calls by an address: the gateway calls those behind `/api`. */
export function calledBy(role: Role): readonly ServiceName[] {
  return role === 'gateway' ? PUBLIC_SERVICES : (getServiceDef(role).calls as readonly ServiceName[]);
}
