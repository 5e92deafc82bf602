import { i18n } from './setup.ts';
import { themes } from './zh-CN/themes.ts';

/** The texts of the themes: they come with the page. */
i18n.addResourceBundle('zh-CN', 'translation', { themes }, true);
