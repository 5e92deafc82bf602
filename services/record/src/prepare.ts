import { prepareStore } from '@doushouqi/service-kit';
import { fileOld } from './history/filing.ts';
import { openGameRecords } from './models/game-record.ts';
import { openHistory } from './models/history.ts';

prepareStore('record', async (connection, { logger, signal }) => {
  const [records, history] = await Promise.all([openGameRecords(connection), openHistory(connection)]);
  await fileOld({ records, ...history, now: Date.now }, logger, signal);
});
