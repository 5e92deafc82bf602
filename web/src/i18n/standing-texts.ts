import { i18n } from './setup.ts';
import { standing } from './zh-CN/standing.ts';

/** The texts of ratings, of players' pages and of the ladder: they come with whatever shows one of them. */
i18n.addResourceBundle('zh-CN', 'translation', { standing }, true);
