import { count, serviceEnvironment } from '@doushouqi/service-kit';

export const environment = serviceEnvironment('record', {
  RECORD_READS_PER_MINUTE: count(
    300,
    'Pages of their history, parts of an export and single games that a user may read in a minute.',
  ),
  RECORD_CHANGES_PER_MINUTE: count(60, 'Favourites, deletions and shares of a user in a minute.'),
  RECORD_SAVES_PER_MINUTE: count(30, 'Local games that a user may save in a minute.'),
});
