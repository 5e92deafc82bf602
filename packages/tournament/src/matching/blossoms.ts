export const NONE = -1;

/** The nodes of a matching: vertices, and blossoms, which are odd cycles of nodes. */
export class Blossoms {
  readonly size: number;
  /** The outermost blossom that contains a node, or the node. */
  readonly outermost: Int32Array;
  readonly #parent: Int32Array;
  /** Children of a blossom around its cycle from the base on, and the arc from each child to the next; empty if it is unused. */
  readonly #children: number[][];
  readonly #links: number[][];
  readonly #unused: number[] = [];

  constructor(size: number) {
    const nodes = size + (size >> 1) + 1;
    this.size = size;
    this.outermost = Int32Array.from({ length: nodes }, (_, id) => id);
    this.#parent = new Int32Array(nodes).fill(NONE);
    this.#children = Array.from({ length: nodes }, () => []);
    this.#links = Array.from({ length: nodes }, () => []);
    for (let id = nodes - 1; id >= size; id -= 1) this.#unused.push(id);
  }

  childrenOf(blossom: number): readonly number[] {
    return this.#children[blossom]!;
  }

  isOutermost(node: number): boolean {
    return this.outermost[node] === node && (node < this.size || this.#children[node]!.length > 0);
  }

  /** Makes an outermost blossom. */
  create(children: number[], links: number[]): number {
    const blossom = this.#unused.pop()!;
    this.#children[blossom] = children;
    this.#links[blossom] = links;
    for (const child of children) this.#parent[child] = blossom;
    this.#setOutermost(blossom, blossom);
    return blossom;
  }

  /** Makes the children of an outermost blossom outermost. */
  dissolve(blossom: number): void {
    for (const child of this.#children[blossom]!) {
      this.#parent[child] = NONE;
      this.#setOutermost(child, child);
    }
    this.#children[blossom] = [];
    this.#unused.push(blossom);
  }

  #setOutermost(node: number, outermost: number): void {
    this.outermost[node] = outermost;
    if (node >= this.size) for (const child of this.#children[node]!) this.#setOutermost(child, outermost);
  }

  vertices(node: number, found: number[] = []): number[] {
    if (node < this.size) found.push(node);
    else for (const child of this.#children[node]!) this.vertices(child, found);
    return found;
  }

  /** Returns the blossoms that contain a vertex, innermost first. */
  of(vertex: number): number[] {
    const blossoms: number[] = [];
    for (let node = this.#parent[vertex]!; node !== NONE; node = this.#parent[node]!) blossoms.push(node);
    return blossoms;
  }

  /** Returns the index of the child of a blossom that contains a vertex. */
  childWith(vertex: number, blossom: number): number {
    let node = vertex;
    while (this.#parent[node] !== blossom) node = this.#parent[node]!;
    return this.#children[blossom]!.indexOf(node);
  }

  /** Returns the children of a blossom from one to the base, over an even number of arcs, and these arcs. */
  wayToBase(blossom: number, index: number): { way: number[]; arcs: number[] } {
    const children = this.#children[blossom]!;
    const links = this.#links[blossom]!;
    if (index % 2 === 1) return { way: [...children.slice(index), children[0]!], arcs: links.slice(index) };
    return {
      way: children.slice(0, index + 1).reverse(),
      arcs: links
        .slice(0, index)
        .reverse()
        .map((arc) => arc ^ 1),
    };
  }

  /** Makes a child the base. */
  rotate(blossom: number, index: number): void {
    const [children, links] = [this.#children[blossom]!, this.#links[blossom]!];
    this.#children[blossom] = [...children.slice(index), ...children.slice(0, index)];
    this.#links[blossom] = [...links.slice(index), ...links.slice(0, index)];
  }
}
