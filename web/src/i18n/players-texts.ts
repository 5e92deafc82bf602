import { i18n } from './setup.ts';
import './standing-texts.ts';
import { players } from './zh-CN/players.ts';

/** The texts of players' pages and of the ladder alone. */
i18n.addResourceBundle('zh-CN', 'translation', { players }, true);
