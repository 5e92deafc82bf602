import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { zhCN } from './zh-CN.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof zhCN };
  }
}

/** The one instance; synchronous, since the catalogue is part of the bundle. */
export const i18n = i18next.use(initReactI18next);

void i18n.init({
  lng: 'zh-CN',
  resources: { 'zh-CN': { translation: zhCN } },
  // React escapes by itself.
  interpolation: { escapeValue: false },
  initAsync: false,
});
