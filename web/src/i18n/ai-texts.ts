import './local-texts.ts';
import { i18n } from './setup.ts';
import { ai } from './zh-CN/ai.ts';

/** The texts of games against the computer: they come with its pages. */
i18n.addResourceBundle('zh-CN', 'translation', { ai }, true);
