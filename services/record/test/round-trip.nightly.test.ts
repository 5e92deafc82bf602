import { it } from 'vitest';
import { testRecord } from './fixtures.ts';
import { storeAndExport } from './round-trip.ts';

const service = await testRecord();

it('10000 random games are returned unchanged', { timeout: 240_000 }, () => storeAndExport(service, 10_000));
