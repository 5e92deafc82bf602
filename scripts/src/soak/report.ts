import type { Soak } from './soak.ts';

const ALLOWED_GROWTH = 0.1;

const mib = (bytes: number): string => (bytes / 2 ** 20).toFixed(1).padStart(7);
const percent = (growth: number): string =>
  `${growth >= 0 ? '+' : ''}${(growth * 100).toFixed(1)} %`.padStart(9);

/** What is not as it was; empty when all is well. */
export const troubles = ({ rooms, before, after, keys, archived }: Soak): string[] => {
  const grown = [...after].filter(([name, { used }]) => used > before.get(name)!.used * (1 + ALLOWED_GROWTH));
  return [
    ...grown.map(([name]) => `${name} holds more than before`),
    ...(keys.stray.length > 0 ? [`${keys.stray.length} keys never expire: ${keys.stray.slice(0, 5)}`] : []),
    ...(archived === rooms ? [] : [`${archived} games archived of ${rooms}`]),
  ];
};

/** The soak as a table to be read. */
export const soakTable = (result: Soak): string => {
  const rows = [...result.after].map(([name, { used, resident }]) => {
    const before = result.before.get(name)!;
    const growth = percent(used / before.used - 1);
    return `${name.padEnd(14)} ${mib(before.used)} ${mib(used)} ${growth}   ${mib(before.resident)} ${mib(resident)}`;
  });
  const { rooms, seconds, keys, archived } = result;
  return [
    `${rooms} rooms created, played and left in ${seconds.toFixed(0)} s; ${archived} games archived once`,
    '                 used, MiB                   resident, MiB',
    'process         before   after    growth    before   after',
    ...rows,
    `Redis keys: ${keys.expiring} with an expiry, ${keys.permanent} of the queues themselves, ${keys.stray.length} stray`,
    ...troubles(result),
  ].join('\n');
};
