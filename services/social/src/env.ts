import { ENV, serviceEnvironment } from '@doushouqi/service-kit';

const { MODERATION_FILE, GATHER_WRITES } = ENV;

export const environment = serviceEnvironment('social', { MODERATION_FILE, GATHER_WRITES });
