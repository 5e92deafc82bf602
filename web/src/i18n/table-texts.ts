import { i18n } from './setup.ts';
import { room } from './zh-CN/room.ts';
import { table } from './zh-CN/table.ts';

/** The texts of tables and rooms: they come with the first page that has a table, not with home. */
i18n.addResourceBundle('zh-CN', 'translation', { room, table }, true);
