import { i18n } from './setup.ts';
import { pairing } from './zh-CN/pairing.ts';

/** The texts of the search for an opponent and of challenges: they come with what shows them. */
i18n.addResourceBundle('zh-CN', 'translation', { pairing }, true);
