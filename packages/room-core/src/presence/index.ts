export * from './online.ts';
export {
  type Attendee,
  BEAT_MS,
  type BootLoad,
  createPresence,
  LEASE_MS,
  type Presence,
} from './presence.ts';
