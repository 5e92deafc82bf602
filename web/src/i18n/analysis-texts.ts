import { i18n } from './setup.ts';
import { analysis } from './zh-CN/analysis.ts';
import { review } from './zh-CN/review.ts';
import './ai-texts.ts';
import './table-texts.ts';

/** The texts of the analysis page and of its reviews, which come with it. */
i18n.addResourceBundle('zh-CN', 'translation', { analysis, review }, true);
