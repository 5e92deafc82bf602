import { i18n } from './setup.ts';
import { download } from './zh-CN/download.ts';

/** The texts of the download page: they come with it. */
i18n.addResourceBundle('zh-CN', 'translation', { download }, true);
