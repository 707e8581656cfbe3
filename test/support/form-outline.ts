// The outline of a schema as the real checker gives it, and its verdict on a document, from one thread for all tests.
import { createXsd, type Verdict, type Xsd } from '../../main/xsd/xsd.ts';
import type { OutlineNode } from '../../preload/contract/xsd.ts';
import { startThread } from './threads.ts';

let kept: Xsd | undefined;
const checker = (): Xsd => (kept ??= createXsd({ startThread, idleMs: 500 }));
const never = new AbortController().signal;

export async function outlineOfText(schema: string): Promise<readonly OutlineNode[]> {
  const { nodes, problem } = await checker().outline(schema, never);
  if (nodes === null || problem !== null)
    throw new Error(`${problem?.message ?? 'No outline'}\n${schema}`);
  return nodes;
}

export const verdictOn = (schema: string, xml: string): Promise<Verdict> =>
  checker().validate({ schema, xml: Buffer.from(xml) }, never);
