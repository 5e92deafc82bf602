/** The analysis service that runs on a person's own machine. */
export { type AnalysisService, type ServiceOptions, startAnalysisService } from './analysis-service.ts';
