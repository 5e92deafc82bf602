import { prepareStore } from '@doushouqi/service-kit';
import { openLobbyMessages, openReports } from './models.ts';

prepareStore('lobby', (connection) => Promise.all([openLobbyMessages(connection), openReports(connection)]));
