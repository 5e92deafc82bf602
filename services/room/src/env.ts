import { count, ENV, serviceEnvironment } from '@doushouqi/service-kit';

export const environment = serviceEnvironment('room', {
  MODERATION_FILE: ENV.MODERATION_FILE,
  ROOM_JOINS_PER_MINUTE: count(30, 'Rooms that a user may create or join in a minute.'),
  ROOM_LINES_PER_MINUTE: count(40, 'Lines of chat that a user may write in a minute, in all rooms together.'),
});
