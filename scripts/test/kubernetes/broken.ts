import { buildOverlays } from '../../src/kubernetes/build.ts';
import { type AnyObject, titleOf } from '../../src/kubernetes/objects.ts';

export type Tree = Record<string, unknown>;

/** Overlays to break: each call gives fresh ones. */
export interface Broken {
  overlay(name: string): AnyObject[];
  /** The objects of an overlay with one value changed; `undefined` takes it away. Paths are as `spec.ports.http.port`. */
  changed(title: string, path: string, value: unknown, of?: string): AnyObject[];
  /** The local overlay without an object. */
  without(title: string): AnyObject[];
}

/** One step down: a field, or an element of a list by its number or its `name`. */
function step(tree: Tree, part: string): Tree {
  const isNamed = Array.isArray(tree) && Number.isNaN(Number(part));
  return (isNamed ? tree.find(({ name }) => name === part) : tree[part]) as Tree;
}

export function at(tree: Tree, path: readonly string[]): Tree {
  return path.reduce(step, tree);
}

export async function openBroken(): Promise<Broken> {
  const overlays = await buildOverlays();
  const overlay = (name: string) => structuredClone(overlays.get(name)!);
  const find = (objects: readonly AnyObject[], title: string): AnyObject => {
    const found = objects.find((object) => titleOf(object) === title);
    if (found === undefined) throw new Error(`there is no ${title}`);
    return found;
  };
  return {
    overlay,
    changed(title, path, value, of = 'local') {
      const objects = overlay(of);
      const names = path.split('.');
      const inner = at(find(objects, title) as Tree, names.slice(0, -1));
      const last = names.at(-1)!;
      if (value === undefined) delete inner[last];
      else inner[last] = value;
      return objects;
    },
    without(title) {
      const objects = overlay('local');
      const gone = find(objects, title);
      return objects.filter((object) => object !== gone);
    },
  };
}

export const POD = 'spec.template.spec';
export const CONTAINER = `${POD}.containers.0`;
