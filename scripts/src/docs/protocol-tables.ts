import type { RouteDef } from '@doushouqi/protocol';
import {
  CLIENT_EVENTS,
  type ClientEventDef,
  CONNECTION_EVENTS,
  isScope,
  PERSONAL_EVENTS,
  REFUSAL_EVENTS,
  ROOM_EVENTS,
  ROUTES,
  type ServerEventDef,
  STREAM_EVENTS,
} from '@doushouqi/protocol/server';

/** The tables of `docs/protocol.md` in Markdown, generated from the protocol. */

type Row = readonly string[];
/** The used part of a schema; only an object's has a shape. */
interface Schema {
  safeParse(value: unknown): { success: boolean };
  shape?: Record<string, Schema>;
}

function table(head: Row, rows: readonly Row[]): string {
  const line = (cells: Row) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/** Returns the names of a schema's fields; an optional one has a question mark. */
function fieldsOf(schema: Schema | undefined): string[] {
  return Object.entries(schema?.shape ?? {}).map(
    ([name, field]) => `${name}${field.safeParse(undefined).success ? '?' : ''}`,
  );
}

function braced(fields: readonly string[]): string {
  return fields.length === 0 ? '' : ` {${fields.join(', ')}}`;
}

/** A finished game has more fields than help a reader; the schema lists them. */
const MOST_FIELDS = 12;

function callOf({ method, path, query, body }: RouteDef): string {
  const asked = fieldsOf(query).map((field) => `${field.replace('?', '')}=`);
  const search = asked.length === 0 ? '' : `?${asked.join('&')}`;
  const fields = fieldsOf(body);
  const shown = fields.length > MOST_FIELDS ? [...fields.slice(0, 3), '…'] : fields;
  return `\`${method} ${path.replace(/:(\w+)/g, '{$1}')}${search}${braced(shown)}\``;
}

function whoOf({ auth, othersGet }: RouteDef): string {
  const who = isScope(auth) ? `\`${auth}\`` : auth === 'service' ? 'services' : 'anyone';
  return othersGet ? `${who}, else \`${othersGet}\`` : who;
}

/** Returns a heading and a table for each service that has routes. */
export function routeTables(): string {
  const byService = Map.groupBy(Object.entries<RouteDef>(ROUTES), ([, { service }]) => service);
  const tables = [...byService].map(([service, routes]) => {
    const rows = routes.map(([name, route]) => [callOf(route), `\`${name}\``, whoOf(route), route.meaning]);
    return `### ${service}\n\n${table(['call', 'name', 'who', 'what'], rows)}`;
  });
  return tables.join('\n\n');
}

function answerOf({ acknowledgement, refusal }: ClientEventDef): string {
  if (acknowledgement === null) return 'none';
  return refusal === undefined ? 'acknowledged' : `acknowledged; refusals also as \`${refusal}\``;
}

export function clientEventTable(): string {
  const rows = Object.entries<ClientEventDef>(CLIENT_EVENTS).map(([name, event]) => [
    `\`${name}${braced(fieldsOf(event.message))}\``,
    answerOf(event),
    event.meaning,
  ]);
  return table(['message', 'answer', 'what'], rows);
}

export function serverEventTable(): string {
  const kinds = {
    stream: STREAM_EVENTS,
    room: ROOM_EVENTS,
    refusal: REFUSAL_EVENTS,
    personal: PERSONAL_EVENTS,
    connection: CONNECTION_EVENTS,
  };
  const rows = Object.entries(kinds).flatMap(([kind, events]) =>
    Object.entries<ServerEventDef<unknown>>(events).map(([name, { meaning }]) => [
      `\`${name}\``,
      kind,
      meaning,
    ]),
  );
  return table(['event', 'kind', 'what'], rows);
}
