// Finds the guards of a component: of its script, of what is shown, and of what may be pressed.
import { parse } from 'svelte/compiler';
import { guardsOfCode } from './code-guards.mjs';

/** Attributes that keep a control from being used, and say why. */
const HOLDS_BACK = new Set(['disabled', 'reason']);
/** Attributes whose code runs when something happens. */
const HANDLER = /^on[a-z]/;

/** Guards of a component, as `guardsOfCode` tells them. In markup `around` is the element. */
export function guardsOfPage(text) {
  const root = parse(text, { modern: true });
  const guards = [];

  for (const script of [root.module, root.instance]) {
    if (script) guards.push(...guardsOfCode(only(text, script.content)));
  }

  /** The guards in an expression of the markup. */
  function take({ start, end }, around) {
    const code = only(text, { start, end });
    const inBrackets = `${code.slice(0, start - 1)}(${code.slice(start, end)})${code.slice(end + 1)}`;
    for (const guard of guardsOfCode(inBrackets)) {
      guards.push({ ...guard, around: guard.around || around });
    }
  }

  function visit(node, around) {
    if (Array.isArray(node)) for (const one of node) visit(one, around);
    if (typeof node?.type !== 'string') return;
    if (node.type === 'IfBlock') visitIf(node, around);
    if (node.type === 'Attribute') visitAttribute(node, around);
    const here = node.name !== undefined && node.attributes !== undefined ? node.name : around;
    const { attributes, fragment, consequent, alternate, body, fallback, nodes } = node;
    const { pending, then, catch: caught } = node;
    for (const inner of [attributes, fragment, consequent, alternate, body, fallback, nodes]) {
      visit(inner, here);
    }
    for (const inner of [pending, then, caught]) visit(inner, here);
  }

  function visitIf({ test, elseif }, around) {
    const { start, end } = test;
    const written = text.slice(start, end);
    const add = (kind, replacement, taken) =>
      guards.push({ kind, start, end, replacement, taken, from: start, to: end, around });
    const taken = elseif ? `{:else if ${written}}` : `{#if ${written}}`;
    add('shown always', `(${written}) || (true as boolean)`, taken);
    add('shown never', `(${written}) && (false as boolean)`, taken);
    take(test, around);
  }

  function visitAttribute({ name, start, end, value }, around) {
    if (HOLDS_BACK.has(name)) {
      const taken = text.slice(start, end);
      guards.push({ kind: name, start, end, replacement: '', taken, from: start, to: end, around });
    } else if (!HANDLER.test(name)) return;
    if (value?.type === 'ExpressionTag') take(value.expression, around);
  }

  visit(root.fragment, '');
  return guards;
}

/** The text with all but one part of it made blank: places and lines stay. */
const only = (text, { start, end }) =>
  blank(text.slice(0, start)) + text.slice(start, end) + blank(text.slice(end));
const blank = (text) => text.replace(/[^\n]/g, ' ');
