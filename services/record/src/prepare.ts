import { prepareStore } from '@doushouqi/service-kit';
import { fileOld, nameLevels } from './history/filing.ts';
import { openGameRecords } from './models/game-record.ts';
import { openHistory } from './models/history.ts';

prepareStore('record', async (connection, { logger, signal }) => {
  const [records, history] = await Promise.all([openGameRecords(connection), openHistory(connection)]);
  await nameLevels({ records, ...history });
  await fileOld({ records, ...history, now: Date.now }, logger, signal);
});
