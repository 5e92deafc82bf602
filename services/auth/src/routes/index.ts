import type { HttpApp } from '@doushouqi/service-kit';
import type { AuthContext } from '../context.ts';
import { mountPeople } from './people.ts';
import { mountSessions } from './sessions.ts';
import { mountSettings } from './settings.ts';

/** Mounts every route of this service. */
export function mountRoutes(app: HttpApp, context: AuthContext): void {
  mountSessions(app, context);
  mountSettings(app, context);
  mountPeople(app, context);
}
