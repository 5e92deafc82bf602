/** Settings shared by all containers. */
export const CONTAINER = {
  restart: 'unless-stopped',
  read_only: true,
  cap_drop: ['ALL'],
  security_opt: ['no-new-privileges:true'],
  logging: { driver: 'json-file', options: { 'max-size': '10m', 'max-file': '3' } },
};

/** Returns a `tmpfs` entry for /tmp. */
export function tmp(size: string): string {
  return `/tmp:size=${size},mode=1777,noexec,nosuid,nodev`;
}

/** Returns the `deploy` part that limits a container. */
export function limits(cpus: string, memory: string, pids: number) {
  return { resources: { limits: { cpus, memory, pids } } };
}

/** Returns a health check that may fail for `startSeconds` after the start. */
export function healthcheck(test: readonly string[], startSeconds: number) {
  return { test, interval: '5s', timeout: '3s', retries: 5, start_period: `${startSeconds}s` };
}
