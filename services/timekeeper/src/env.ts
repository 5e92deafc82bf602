import { serviceEnvironment } from '@doushouqi/service-kit';

export const environment = serviceEnvironment('timekeeper', {});
