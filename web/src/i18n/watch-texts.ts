import { i18n } from './setup.ts';
import { watch } from './zh-CN/watch.ts';

/** The texts of games to watch: they come with what shows them. */
i18n.addResourceBundle('zh-CN', 'translation', { watch }, true);
