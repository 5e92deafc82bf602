import { join } from 'node:path';
import { ROLES, type Role } from '@doushouqi/protocol/server';
import type { Service, VariableNotes } from '@doushouqi/service-kit';
import { PROCESS_ENV } from '@doushouqi/service-kit';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** A variable of the environment. */
export interface Variable {
  name: string;
  /** Roles of the processes that read it. */
  readBy: string[];
  meaning: string;
  /** Its default, as text; empty if it has none. */
  fallback: string;
}

/** The environment of `packages/embedded-mongo`, which depends on no schema library. */
const STORE_ENV = z.object({
  EMBEDDED_STORE_DIR: z.string().meta({ description: 'Data folder of the embedded store.' }),
  EMBEDDED_STORE_PORT: z.string().default('27018').meta({ description: 'Port of the embedded store.' }),
  EMBEDDED_STORE_HOST: z.string().default('127.0.0.1').meta({
    description:
      'Address of the embedded store. It has no users: any other than loopback trusts its whole network.',
  }),
  EMBEDDED_STORE_TTL_MS: z.string().default('60000').meta({
    description: 'How often expired documents are removed, ms.',
  }),
});

/** Returns the notes of a variable's schema, also inside `optional` and `default`. */
function notesOf(schema: z.core.$ZodType): Partial<VariableNotes> {
  const { innerType, defaultValue } = schema._zod.def as z.core.$ZodDefaultDef;
  const inner = innerType === undefined ? {} : notesOf(innerType);
  const fallback = defaultValue === undefined ? {} : { fallback: String(defaultValue) };
  return { ...inner, ...fallback, ...(z.globalRegistry.get(schema) as Partial<VariableNotes> | undefined) };
}

async function schemaOf(role: Role): Promise<z.ZodObject> {
  const folder = role === 'gateway' ? role : join('services', role);
  const definition: { service: Service } = await import(join(ROOT, folder, 'src', 'service.ts'));
  return definition.service.environment;
}

/** Returns the environment schema of each role. */
export async function environmentSchemas(): Promise<Map<string, z.ZodObject>> {
  const schemas = ROLES.map(async (role): Promise<[string, z.ZodObject]> => {
    const { shape } = await schemaOf(role);
    return [role, z.object({ ...PROCESS_ENV.shape, ...shape })];
  });
  return new Map([...(await Promise.all(schemas)), ['store', STORE_ENV]]);
}

/** Returns every variable of every process, in schema order. */
export async function readVariables(): Promise<Variable[]> {
  const variables = new Map<string, Variable>();
  for (const [role, { shape }] of await environmentSchemas()) {
    for (const [name, schema] of Object.entries(shape)) {
      const { description, fallback = '' } = notesOf(schema);
      if (description === undefined) throw new Error(`${role}: ${name} has no description`);
      const known = variables.get(name) ?? { name, readBy: [], meaning: description, fallback };
      variables.set(name, { ...known, readBy: [...known.readBy, role] });
    }
  }
  return [...variables.values()];
}

/** Returns the processes that read a variable, or if those are the most, the others. */
function readersOf(readBy: readonly string[]): string {
  const others = ROLES.filter((role) => !readBy.includes(role));
  if (others.length === 0) return 'all';
  return readBy.length > 2 * others.length ? `all but ${others.join(', ')}` : readBy.join(', ');
}

/** Returns the variables as a Markdown table. */
export function environmentTable(variables: readonly Variable[]): string {
  const rows = variables.map(
    ({ name, readBy, meaning, fallback }) =>
      `| \`${name}\` | ${readersOf(readBy)} | ${fallback} | ${meaning} |`,
  );
  return ['| Variable | Read by | Default | Meaning |', '| --- | --- | --- | --- |', ...rows].join('\n');
}
