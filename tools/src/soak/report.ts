import type { Soak } from './soak.ts';

const ALLOWED_GROWTH = 0.1;

function mib(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(1).padStart(7);
}
function percent(growth: number): string {
  return `${growth >= 0 ? '+' : ''}${(growth * 100).toFixed(1)} %`.padStart(9);
}

/** Returns the differences between before and after; empty if there are none. */
export function troubles({ rooms, before, after, keys, archived }: Soak): string[] {
  const grown = [...after].flatMap(([name, now]) => {
    const then = before.get(name)!;
    const more = (kind: 'heap' | 'external') => now[kind] > then[kind] * (1 + ALLOWED_GROWTH);
    return more('heap') || more('external') ? [`${name} holds more than before`] : [];
  });
  return [
    ...grown,
    ...(keys.stray.length > 0 ? [`${keys.stray.length} keys never expire: ${keys.stray.slice(0, 5)}`] : []),
    ...(archived === rooms ? [] : [`${archived} games archived of ${rooms}`]),
  ];
}

/** Formats the soak as a table. */
export function soakTable(result: Soak): string {
  const rows = [...result.after].map(([name, now]) => {
    const then = result.before.get(name)!;
    const heap = `${mib(then.heap)} ${mib(now.heap)} ${percent(now.heap / then.heap - 1)}`;
    const buffers = `${mib(then.external)} ${mib(now.external)}`;
    return `${name.padEnd(14)} ${heap}   ${buffers}   ${mib(then.resident)} ${mib(now.resident)}`;
  });
  const { rooms, seconds, keys, archived } = result;
  return [
    `${rooms} rooms created, played and left in ${seconds.toFixed(0)} s; ${archived} games archived once`,
    '                 heap, MiB                   buffers, MiB      resident, MiB',
    'process         before   after    growth    before   after    before   after',
    ...rows,
    `Redis keys: ${keys.expiring} with an expiry, ${keys.permanent} of the queues themselves, ${keys.stray.length} stray`,
    ...troubles(result),
  ].join('\n');
}
