/** The service as one script that needs no other file: what `npm run build:downloads` makes of it. */
import { Worker } from 'node:worker_threads';
import { createEngine } from '@doushouqi/engine';
import { portOf } from '@doushouqi/engine/node';
import { runAnalysisService } from './run.ts';

/** What the build puts here: the worker as a script, two files in base64, and whose pages may ask. */
declare const PACKED: { worker: string; wasm: string; tables: string; origins: string[] };

const wasm = Buffer.from(PACKED.wasm, 'base64');
const tables = Buffer.from(PACKED.tables, 'base64');

void runAnalysisService({
  openEngine: () => createEngine(() => portOf(new Worker(PACKED.worker, { eval: true })), { wasm, tables }),
  origins: PACKED.origins,
});
