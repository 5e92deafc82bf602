/** The analysis service on the user's own machine. */
export { type AnalysisService, type ServiceOptions, startAnalysisService } from './analysis-service.ts';
