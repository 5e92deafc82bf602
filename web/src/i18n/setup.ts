import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { type Texts, zhCN } from './zh-CN.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: Texts };
  }
}

/** The one instance; synchronous, since the catalogue is part of the bundle. Of tables it knows nothing yet. */
export const i18n = i18next.use(initReactI18next);

void i18n.init({
  lng: 'zh-CN',
  resources: { 'zh-CN': { translation: zhCN } },
  // React escapes by itself.
  interpolation: { escapeValue: false },
  initAsync: false,
});
