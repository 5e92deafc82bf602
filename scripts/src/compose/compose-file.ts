import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

/**
 * The used part of the Compose specification (https://github.com/compose-spec/compose-spec/blob/main/spec.md).
 * Unknown keys are refused: Compose itself ignores some of them.
 */
const scalar = z.string().min(1);
const duration = z.string().regex(/^\d+(ms|s|m)$/);
const size = z.string().regex(/^(\d+[kmg]|\$\{[A-Z_]+:-\d+[kmg]\})$/);
const command = z.array(z.string());

const name = z.string().regex(/^[a-z][a-z0-9-]*$/);

/** A volume, or a folder of the repository or the host that containers only read. */
const mount = z.union([
  z.string().regex(/^[a-z0-9-]+:\/[a-z0-9/-]+(:ro)?$/),
  z.string().regex(/^(\.\/|\$\{[A-Z_]+:-\.\/)[a-z/]+\}?:\/[a-z0-9/-]+:ro$/),
]);

const healthcheck = z.union([
  z.strictObject({ disable: z.literal(true) }),
  z.strictObject({
    test: z.array(z.string()).min(2),
    interval: duration,
    timeout: duration,
    retries: z.int().min(1),
    start_period: duration,
  }),
]);

const condition = z.enum(['service_started', 'service_healthy', 'service_completed_successfully']);

const deploy = z.strictObject({
  replicas: z.int().min(1).optional(),
  resources: z.strictObject({
    limits: z.strictObject({
      cpus: z.string().regex(/^\d+(\.\d+)?$/),
      memory: size,
      pids: z.int().min(1),
    }),
  }),
});

const build = z.strictObject({
  context: scalar,
  network: scalar,
  args: z.record(z.string(), z.string()),
});

const container = z.strictObject({
  image: scalar.optional(),
  build: build.optional(),
  pull_policy: z.literal('never').optional(),
  entrypoint: command.optional(),
  command: command.optional(),
  user: z
    .string()
    .regex(/^\d+:\d+$/)
    .optional(),
  environment: z.record(z.string().regex(/^[A-Z][A-Z0-9_]*$/), z.string().nullable()).optional(),
  depends_on: z
    .record(z.string(), z.strictObject({ condition, restart: z.literal(true).optional() }))
    .optional(),
  networks: z.array(scalar).optional(),
  network_mode: z.union([z.literal('none'), z.string().regex(/^service:[a-z0-9-]+$/)]).optional(),
  ports: z.array(z.string().regex(/^.+:\d+$/)).optional(),
  volumes: z.array(mount).optional(),
  profiles: z.array(name).min(1).optional(),
  tmpfs: z.array(z.string().regex(/^\/[a-z/]+:size=\d+m/)).optional(),
  healthcheck: healthcheck.optional(),
  restart: z.enum(['no', 'unless-stopped']).optional(),
  read_only: z.literal(true).optional(),
  cap_drop: z.tuple([z.literal('ALL')]).optional(),
  cap_add: z.array(z.enum(['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'NET_BIND_SERVICE'])).optional(),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]).optional(),
  pids_limit: z.int().min(1).optional(),
  dns_opt: z.tuple([z.literal('timeout:1'), z.literal('attempts:1')]).optional(),
  stop_grace_period: duration.optional(),
  logging: z
    .strictObject({
      driver: z.literal('json-file'),
      options: z.strictObject({ 'max-size': size, 'max-file': z.string().regex(/^\d+$/) }),
    })
    .optional(),
  deploy: deploy.optional(),
});

const file = z
  .strictObject({
    name: name.optional(),
    services: z.record(name, container),
    networks: z.record(name, z.strictObject({ internal: z.literal(true) }).nullable()).default({}),
    volumes: z.record(name, z.null()).default({}),
  })
  .transform(({ services, networks, volumes }) => ({ services, networks, volumes: Object.keys(volumes) }));

export type ComposeFile = z.output<typeof file>;

/** Reads a compose file without extensions (`x-…`). Throws for keys outside the specification. */
export function readComposeFile(path: string): ComposeFile {
  const found = parse(readFileSync(path, 'utf8'), { merge: true }) as Record<string, unknown>;
  return file.parse(Object.fromEntries(Object.entries(found).filter(([key]) => !key.startsWith('x-'))));
}
