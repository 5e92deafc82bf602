import { i18n } from './setup.ts';
import { analysis } from './zh-CN/analysis.ts';
import './table-texts.ts';

/** The texts of the analysis page, which come with it. */
i18n.addResourceBundle('zh-CN', 'translation', { analysis }, true);
