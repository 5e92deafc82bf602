/** `npm run analysis`: the analysis service from its sources. */
import { createEngine } from '@doushouqi/engine';
import { nodePort } from '@doushouqi/engine/node';
import { runAnalysisService } from './run.ts';

await runAnalysisService({ openEngine: () => createEngine(nodePort), origins: [] });
