import { i18n } from './setup.ts';
import { tournament } from './zh-CN/tournament.ts';

/** The texts of tournaments: they come with the page. */
i18n.addResourceBundle('zh-CN', 'translation', { tournament }, true);
