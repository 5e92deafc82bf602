/** Entry of the single-file script that `npm run build:downloads` builds. */
import { Worker } from 'node:worker_threads';
import { createEngine } from '../index.ts';
import { portOf } from '../node.ts';
import { runAnalysisService } from './run.ts';

/** Build-time constants: worker script, two files in base64, allowed origins. */
declare const PACKED: { worker: string; wasm: string; tables: string; origins: string[] };

const wasm = Buffer.from(PACKED.wasm, 'base64');
const tables = Buffer.from(PACKED.tables, 'base64');

void runAnalysisService({
  openEngine: () => createEngine(() => portOf(new Worker(PACKED.worker, { eval: true })), { wasm, tables }),
  origins: PACKED.origins,
});
