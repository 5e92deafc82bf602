import { type LiveFile, type LiveFileOptions, openLiveFile } from '@doushouqi/service-kit';
import { type CityResponse, Reader } from 'maxmind';
import { firstAddressOf } from './policies/origin.ts';

/** Returns the place of an address range (`rangeOf`), such as `中国 广西 南宁`, or null if it is unknown. */
export type PlaceOf = (range: string | null) => string | null;

type CountryNames = NonNullable<CityResponse['country']>['names'];

function nameOf(names: CountryNames | undefined): string | undefined {
  return names?.['zh-CN'] ?? names?.en;
}

/** Returns the places of a database in MaxMind's format, of cities or countries. Throws if it is invalid. */
export function placesIn(database: Buffer): PlaceOf {
  const reader = new Reader<CityResponse>(database);
  return (range) => {
    if (range === null) return null;
    const found = reader.get(firstAddressOf(range));
    const names = [found?.country?.names, found?.subdivisions?.[0]?.names, found?.city?.names].map(nameOf);
    return [...new Set(names)].filter((name) => name !== undefined).join(' ') || null;
  };
}

/**
 * Opens the database of places, which is reloaded on change; without a path every place is unknown. Rejects with a
 * one-line description if the file is invalid.
 */
export async function openPlaces({
  path,
  ...watched
}: Omit<LiveFileOptions<never>, 'parse' | 'path'> & { path: string | undefined }): Promise<
  LiveFile<PlaceOf>
> {
  if (path === undefined) return async () => () => null;
  return openLiveFile({
    ...watched,
    path,
    encoding: 'latin1',
    parse: (bytes) => placesIn(Buffer.from(bytes, 'latin1')),
  });
}
