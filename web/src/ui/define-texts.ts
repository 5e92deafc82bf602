import i18next from 'i18next';

/** Nested texts by name; `{{name}}` is replaced by a value. */
interface Texts {
  readonly [name: string]: string | Texts;
}

type Value = string | number;

/** Every path to a text or a list of texts, such as `bar.label`. */
type PathOf<T> = {
  [K in keyof T & string]: T[K] extends Texts ? `${K}.${PathOf<T[K]>}` : K;
}[keyof T & string];

type TextAt<T, P extends string> = P extends `${infer Head}.${infer Rest}`
  ? Head extends keyof T
    ? TextAt<T[Head], Rest>
    : never
  : P extends keyof T
    ? T[P]
    : never;

/** Names of the values in a text. */
type ValuesOf<S> = S extends `${string}{{${infer Name}}}${infer Rest}` ? Name | ValuesOf<Rest> : never;

/** Returns the text at a path. A path or a value that is missing is a type error. */
type Translate<T> = <P extends PathOf<T>>(
  path: P,
  ...values: [ValuesOf<TextAt<T, P>>] extends [never]
    ? []
    : [values: Readonly<Record<ValuesOf<TextAt<T, P>>, Value>>]
) => string;

void i18next.init({
  lng: 'zh-CN',
  // React escapes text itself.
  interpolation: { escapeValue: false },
  initAsync: false,
});

/**
 * Registers the texts of a feature and returns their translate function. Texts load with the modules that use them.
 * `namespace` is the folder's name. The language is fixed while a page is open.
 */
export function defineTexts<const T extends Texts>(namespace: string, texts: T): Translate<T> {
  i18next.addResourceBundle('zh-CN', namespace, texts);
  // The board requests some 200 texts per move; a lookup in i18next takes microseconds.
  const constants = new Map<string, string>();
  return (path: string, ...[values]: [object?]) => {
    if (values) return i18next.t(path, { ...values, ns: namespace });
    const text = constants.get(path) ?? i18next.t(path, { ns: namespace });
    constants.set(path, text);
    return text;
  };
}
