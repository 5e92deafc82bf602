import { i18n } from './setup.ts';
import { settings } from './zh-CN/settings.ts';

/** The texts of settings: they come with the page. */
i18n.addResourceBundle('zh-CN', 'translation', { settings }, true);
