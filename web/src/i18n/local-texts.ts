import './rules-texts.ts';
import './table-texts.ts';
import { i18n } from './setup.ts';
import { local } from './zh-CN/local.ts';

/** The texts of the local game: they come with its page. */
i18n.addResourceBundle('zh-CN', 'translation', { local }, true);
