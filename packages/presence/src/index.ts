export { BEAT_MS, LEASE_MS } from './node-leases.ts';
export * from './online.ts';
export { type Attendee, createPresence, type Presence } from './presence.ts';
