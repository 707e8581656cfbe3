// The outline of an XSD as tree rows: expansion, search matches, and how often each element may occur.
import type { OutlineNode } from '../../../preload/contract/xsd.ts';
import type { Shape } from '../../components/tree-rows.ts';
import { folded } from '../../state/palette.ts';

export interface Placed {
  readonly node: OutlineNode;
  /** In the outline. */
  readonly index: number;
}

/** So many rows are opened at the beginning, level by level. */
const OPEN_AT_FIRST = 60;

/** An outline with who stands in whom worked out once. */
export class OutlineTree {
  readonly nodes: readonly OutlineNode[];
  /** Index of the parent of each; -1 for roots. */
  readonly parents: readonly number[];
  readonly #children = new Map<number, number[]>();

  constructor(nodes: readonly OutlineNode[]) {
    this.nodes = nodes;
    const trail: number[] = [];
    this.parents = nodes.map(({ depth }, index) => {
      trail.length = depth;
      const parent = trail.at(-1) ?? -1;
      trail[depth] = index;
      const siblings = this.#children.get(parent);
      if (siblings === undefined) this.#children.set(parent, [index]);
      else siblings.push(index);
      return parent;
    });
  }

  childrenOf(index: number): readonly number[] {
    return this.#children.get(index) ?? [];
  }

  /** From the root to its parent. */
  above(index: number): readonly number[] {
    const found: number[] = [];
    for (let at = this.parents[index] ?? -1; at >= 0; at = this.parents[at] ?? -1) found.push(at);
    return found.reverse();
  }

  /** The path of keys, which no other place has. */
  pathOf(index: number): string {
    return [...this.above(index), index].map((one) => `\n${String(one)}`).join('');
  }

  /** What is opened when it is first seen: whole levels, as many as do not flood the window. */
  firstOpened(): ReadonlySet<string> {
    const opened = new Set<string>();
    let shown = this.childrenOf(-1).length;
    let level: readonly number[] = this.childrenOf(-1);
    while (level.length > 0) {
      const next = level.flatMap((index) => this.childrenOf(index));
      shown += next.length;
      if (shown > OPEN_AT_FIRST && opened.size > 0) break;
      for (const index of level) opened.add(this.pathOf(index));
      level = next;
    }
    return opened;
  }

  all(): ReadonlySet<string> {
    return new Set(this.nodes.map((_, index) => this.pathOf(index)));
  }

  /** With `only`, those alone. */
  roots(only?: ReadonlySet<number>): readonly Placed[] {
    return this.#placed(-1, only);
  }

  shape(only?: ReadonlySet<number>): Shape<Placed> {
    return {
      childrenOf: ({ index }) => this.#placed(index, only),
      keyOf: ({ index }) => String(index),
    };
  }

  #placed(parent: number, only: ReadonlySet<number> | undefined): readonly Placed[] {
    return this.childrenOf(parent).flatMap((index) => {
      const node = this.nodes[index];
      return node === undefined || only?.has(index) === false ? [] : [{ node, index }];
    });
  }

  /** Nodes with all words typed in name or documentation; undefined when nothing was typed. */
  hits(typed: string): ReadonlySet<number> | undefined {
    const words = folded(typed).split(/\s+/).filter(Boolean);
    if (words.length === 0) return undefined;
    const found = new Set<number>();
    this.nodes.forEach(({ name, documentation }, index) => {
      const text = folded(`${name} ${documentation}`);
      if (words.every((word) => text.includes(word))) found.add(index);
    });
    return found;
  }

  /** With all that they stand in. */
  withAbove(hits: ReadonlySet<number>): ReadonlySet<number> {
    return new Set([...hits].flatMap((index) => [...this.above(index), index]));
  }

  /** As in a file: `/Skjema/Linje/@id`; groups are in no file. */
  xpath(index: number): string {
    const parts = [...this.above(index), index].flatMap((at) => {
      const node = this.nodes[at];
      if (node === undefined) return [];
      if (node.kind === 'element') return [node.name];
      return node.kind === 'attribute' ? [`@${node.name}`] : [];
    });
    return `/${parts.join('/')}`;
  }
}

export type Often =
  | { readonly kind: 'required' | 'optional' | 'any' | 'some' | 'never' }
  | { readonly kind: 'exactly' | 'up-to' | 'at-least'; readonly count: number }
  | { readonly kind: 'between'; readonly min: number; readonly max: number };

export function oftenOf({ min, max }: Pick<OutlineNode, 'min' | 'max'>): Often {
  if (max === null) {
    if (min === 0) return { kind: 'any' };
    return min === 1 ? { kind: 'some' } : { kind: 'at-least', count: min };
  }
  if (max === 0) return { kind: 'never' };
  if (max === 1) return { kind: min === 0 ? 'optional' : 'required' };
  if (min === max) return { kind: 'exactly', count: max };
  return min === 0 ? { kind: 'up-to', count: max } : { kind: 'between', min, max };
}

/** What has to be there once its parent is. */
export const isRequired = ({ min }: Pick<OutlineNode, 'min'>): boolean => min > 0;
