/** `npm run analysis`: the analysis service from its sources. */
import { createEngine } from '../index.ts';
import { nodePort } from '../node.ts';
import { runAnalysisService } from './run.ts';

await runAnalysisService({ openEngine: () => createEngine(nodePort), origins: [] });
