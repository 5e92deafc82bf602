import { Document, isPair, isScalar, type Node, visit } from 'yaml';

const COMMENT = '# ';
const WIDTH = 100;

/** Breaks a text into comment lines. */
function commentOf(text: string): string {
  const lines = [''];
  for (const word of text.slice(COMMENT.length).split(' ')) {
    const last = lines.length - 1;
    if (`${lines[last]} ${word}`.length > WIDTH) lines.push(` ${word}`);
    else lines[last] += ` ${word}`;
  }
  return lines.join('\n');
}

function textOf(item: unknown): string | undefined {
  const node = isPair(item) ? item.key : item;
  const text = isScalar(node) ? node.value : undefined;
  return typeof text === 'string' && text.startsWith(COMMENT) ? text : undefined;
}

/** Removes the comments from a collection and attaches each to the item that follows it. */
function attachComments<Item>(items: Item[]): Item[] {
  let comment: string | undefined;
  return items.filter((item) => {
    const text = textOf(item);
    if (text === undefined && comment !== undefined) {
      ((isPair(item) ? item.key : item) as Node).commentBefore = comment;
      comment = undefined;
    } else if (text !== undefined) comment = [...(comment ? [comment] : []), commentOf(text)].join('\n');
    return text === undefined;
  });
}

/**
 * Returns the YAML of documents. A key or a list element that begins with `# ` is a comment on the next item; the
 * value of such a key is ignored.
 */
export function yamlOf(...documents: readonly object[]): string {
  const texts = documents.map((value) => {
    const document = new Document(value, { aliasDuplicateObjects: false });
    visit(document, {
      Collection(_key, node) {
        node.items = attachComments<never>(node.items as never[]);
      },
    });
    return document.toString({ lineWidth: 0, nullStr: '', flowCollectionPadding: false });
  });
  return texts.join('---\n');
}
