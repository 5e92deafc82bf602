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

function textAt(texts: Texts, path: string): string | undefined {
  const found = path
    .split('.')
    .reduce<Texts | string | undefined>((at, name) => (typeof at === 'object' ? at[name] : undefined), texts);
  return typeof found === 'string' ? found : undefined;
}

/**
 * Returns the translate function of a feature's texts, which load with the modules that use them. A path that only a
 * newer server knows is its own text.
 */
export function defineTexts<const T extends Texts>(texts: T): Translate<T> {
  // The board requests some 200 texts per move.
  const known = new Map<string, string>();
  return (path: string, ...[values]: [Readonly<Record<string, Value>>?]) => {
    const text = known.get(path) ?? textAt(texts, path) ?? path;
    known.set(path, text);
    return values ? text.replace(/\{\{(\w+)\}\}/g, (_, name) => String(values[name])) : text;
  };
}
