import './ai-texts.ts';
import { i18n } from './setup.ts';
import { history } from './zh-CN/history.ts';

/** The texts of the history: they come with its page. */
i18n.addResourceBundle('zh-CN', 'translation', { history }, true);
