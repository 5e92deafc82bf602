import type { Connection, IndexOptions, Model, Mongoose, Schema } from 'mongoose';
import type { z } from 'zod';

type Index = [fields: Record<string, 1 | -1>, options?: IndexOptions];

/** A collection of the document store: its name there, the schema of its documents and its indexes. */
interface Collection<Stored extends z.ZodObject = z.ZodObject> {
  name: string;
  stored: Stored;
  indexes: readonly Index[];
}

/** The documents of a collection. */
export type DocumentOf<C extends Collection> = z.output<C['stored']>;
export type ModelOf<C extends Collection> = Model<DocumentOf<C>>;
/** The opened models of collections. */
export type ModelsOf<Collections extends Record<string, Collection>> = {
  [Key in keyof Collections]: ModelOf<Collections[Key]>;
};

/**
 * Defines a collection. Mongoose checks written documents by the kinds of the fields, fills in defaults and drops
 * other fields. It does not apply the limits of the schema, so that documents of other versions stay valid.
 */
export function defineCollection<Stored extends z.ZodObject>(
  name: string,
  stored: Stored,
  indexes: readonly Index[] = [],
): Collection<Stored> {
  return { name, stored, indexes };
}

interface Field {
  type: unknown;
  required: boolean;
  default?: unknown;
}

function schemaOf(mongoose: Mongoose, { shape }: z.ZodObject, options: object): Schema {
  const fields = Object.entries(shape).map(([name, field]) => [name, fieldOf(mongoose, field)] as const);
  return new mongoose.Schema(Object.fromEntries(fields) as object, options);
}

/** Returns the field of a mongoose schema that stores values of a zod schema. */
function fieldOf(mongoose: Mongoose, schema: z.core.$ZodType): Field {
  const {
    def,
    bag: { Class = mongoose.Schema.Types.Mixed },
  } = (schema as z.core.$ZodTypes)._zod;
  const of = (inner: z.core.$ZodType) => fieldOf(mongoose, inner);
  const required = (type: unknown): Field => ({ type, required: true });
  switch (def.type) {
    case 'string':
    case 'enum':
      return required(String);
    case 'number':
      return required(Number);
    case 'boolean':
      return required(Boolean);
    case 'date':
      return required(Date);
    case 'literal':
      return required(Object(def.values[0]).constructor);
    case 'union':
      return of(def.options[0]!);
    case 'custom':
      return required(Class);
    case 'array':
      return required([of(def.element).type]);
    case 'tuple':
      return required([of(def.items[0]!).type]);
    case 'object':
      return required(schemaOf(mongoose, schema as z.ZodObject, { _id: false }));
    case 'readonly':
      return of(def.innerType);
    case 'optional':
    case 'nullable':
      // Mongoose makes empty lists of missing ones unless there is a default.
      return { ...of(def.innerType), required: false, default: undefined };
    case 'default':
      return { ...of(def.innerType), required: false, default: () => def.defaultValue };
    default:
      throw new Error(`no field of a document holds a ${def.type}`);
  }
}

/** Opens collections of a connection and creates their indexes, so that a failure stops the start. */
export async function openCollections<Collections extends Record<string, Collection>>(
  connection: Connection,
  collections: Collections,
): Promise<ModelsOf<Collections>> {
  // Imported here because half of the services have no document store.
  const { default: mongoose } = await import('mongoose');
  const opened = Object.entries(collections).map(async ([key, { name, stored, indexes }]) => {
    const schema = schemaOf(mongoose, stored, { versionKey: false, autoIndex: false, autoCreate: false });
    for (const [fields, options] of indexes) schema.index(fields, options);
    const model = connection.model(name, schema, name);
    await model.createIndexes();
    return [key, model] as const;
  });
  return Object.fromEntries(await Promise.all(opened)) as unknown as ModelsOf<Collections>;
}
