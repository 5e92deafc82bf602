import { i18n } from './setup.ts';
import { login } from './zh-CN/login.ts';

/** The reasons of the login dialog: they come with it. */
i18n.addResourceBundle('zh-CN', 'translation', { login }, true);
