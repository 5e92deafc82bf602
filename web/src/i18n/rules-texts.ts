import { i18n } from './setup.ts';
import { rules } from './zh-CN/rules.ts';

/** The rules of the game: they come when they are opened, and with the local game, which has some of its own. */
i18n.addResourceBundle('zh-CN', 'translation', { rules }, true);
