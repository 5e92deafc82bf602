import { prepareStore } from '@doushouqi/service-kit';
import { openLobbyMessages } from './models/lobby-message.ts';
import { openReports } from './models/report.ts';

prepareStore('lobby', (connection) => Promise.all([openLobbyMessages(connection), openReports(connection)]));
