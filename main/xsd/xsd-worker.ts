// The door to libxml2-wasm: reads schemas and validates files in a thread without access to files or network.
import { parentPort, workerData } from 'node:worker_threads';
import {
  ParseOption,
  XmlDocument,
  XmlElement,
  XmlError,
  XmlLibError,
  type XmlNode,
  XsdValidator,
} from 'libxml2-wasm';
import * as library from 'libxml2-wasm/lib/libxml2.mjs';
import type { Fitness, FromChecker, Outline, ToChecker, Trouble, Verdict } from './messages.ts';
import { outlineOf } from './outline.ts';
import { hasDoctype } from './prolog.ts';
import { elsewhere, type SchemaElement, type SchemaText, XML_SCHEMA } from './schema-tree.ts';
import type { Issue } from '../../preload/contract/xsd.ts';

const MOST_ISSUES = 500;
/** Bytes of WebAssembly, where a document takes some 16 times its length. Tests give less. */
const MOST_MEMORY =
  (workerData as { mostMemory?: number } | null)?.mostMemory ?? 1024 * 1024 * 1024;
const PAGE = 65_536;
/** Lines beyond 65 535 need asking for; nothing from elsewhere is ever loaded, and no input provider is registered. */
const OPTIONS =
  ParseOption.XML_PARSE_BIG_LINES | ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_NONET;

interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}
/** The types of this program know no WebAssembly, and those of the library not all that it exports. */
const { WebAssembly } = globalThis as unknown as {
  readonly WebAssembly: { readonly Memory: { readonly prototype: Memory } };
};
const { error, XmlErrorStruct, xmlGetNodePath } = library;
const { addFunction } = library as unknown as {
  readonly addFunction: (run: (...numbers: number[]) => void, types: string) => number;
};

const state = { memory: 0, outOfMemory: false, broken: false };

limitMemory();
const said = collectFew();

/** The last one, for the next file of the same form. */
let compiled: { readonly schema: string; readonly validator: XsdValidator } | undefined;

parentPort?.on('message', (asked: ToChecker) => {
  switch (asked.kind) {
    case 'outline': {
      const answer = outline(asked.schema);
      tell({ kind: 'outline', answer, fit: fitness() });
      break;
    }
    case 'validate': {
      const answer = validate(asked.schema, asked.xml);
      tell({ kind: 'verdict', answer, fit: fitness() });
      break;
    }
  }
});
tell({ kind: 'ready' });

function tell(message: FromChecker): void {
  parentPort?.postMessage(message);
}

const fitness = (): Fitness => ({
  broken: state.broken || state.outOfMemory,
  memory: state.memory,
});

/** A thread's limits do not hold for WebAssembly: its memory grows through this one function. */
function limitMemory(): void {
  const memory = WebAssembly.Memory.prototype;
  // oxlint-disable-next-line typescript/unbound-method -- it is called on the memory that grows
  const { grow } = memory;
  memory.grow = function (this: Memory, pages) {
    const wanted = this.buffer.byteLength + pages * PAGE;
    if (wanted > MOST_MEMORY) {
      state.outOfMemory = true;
      throw new RangeError('The document needs more memory than there is for it.');
    }
    state.memory = wanted;
    return grow.call(this, pages);
  };
}

/**
 * In the place of the library's own collector, which works out the path of every message: it looks at all elements before
 * one, so that 40 000 wrong ones took it 27 s. Paths of the first are enough; the others are counted.
 */
function collectFew() {
  const few = { errors: 0, begin: () => (few.errors = 0) };
  error.errorCollector = addFunction((index = 0, pointer = 0) => {
    const level = XmlErrorStruct.level(pointer);
    // Warnings are about what is not loaded.
    if (level < 2 || isAboutLetters(XmlErrorStruct.message(pointer))) return;
    few.errors += 1;
    if (few.errors > MOST_ISSUES) return;
    const xpath = xmlGetNodePath(XmlErrorStruct.node(pointer));
    error.storage.get(index).push({
      message: XmlErrorStruct.message(pointer),
      level,
      line: XmlErrorStruct.line(pointer),
      col: XmlErrorStruct.col(pointer),
      ...(xpath !== null && { xpath }),
    });
  }, 'vii');
  return few;
}

/** libxml2 takes only ASCII for an address; a namespace may be any text, and the names of Norwegian forms have æ, ø and å in it. */
const isAboutLetters = (message: string) =>
  /^xmlns(?::[^:]*)?: '[^']*' is not a valid URI/.test(message);

function outline(schema: string): Outline {
  const none = (problem: Trouble): Outline => ({ nodes: null, cut: false, problem });
  return withSchema<Outline>(schema, none, (_document, tree) => {
    const { nodes, cut } = outlineOf(tree);
    return { nodes, cut, problem: problemElsewhere(tree) };
  });
}

function validate(schema: string, xml: Uint8Array): Verdict {
  const open = (problem: Trouble): Verdict => ({ valid: null, issues: [], total: 0, problem });
  if (hasDoctype(xml)) return open({ kind: 'file-doctype', message: 'The file has a DOCTYPE.' });
  if (compiled?.schema !== schema) {
    tell({ kind: 'step', step: 'compiling' });
    compiled?.validator.dispose();
    compiled = undefined;
    const problem = compile(schema);
    if (problem !== undefined) return open(problem);
  }
  tell({ kind: 'step', step: 'checking' });
  return compiled === undefined ? open(costly()) : check(compiled.validator, xml);
}

/** Undefined when it is compiled. */
function compile(schema: string): Trouble | undefined {
  return withSchema<Trouble | undefined>(
    schema,
    (problem) => problem,
    (document, tree) => {
      const problem = problemElsewhere(tree);
      if (problem !== undefined && problem !== null) return problem;
      try {
        compiled = { schema, validator: XsdValidator.fromDoc(document) };
        return undefined;
      } catch (thrown) {
        return schemaTrouble(thrown);
      }
    },
  );
}

function withSchema<T>(
  schema: string,
  failed: (problem: Trouble) => T,
  use: (document: XmlDocument, tree: SchemaElement) => T,
): T {
  const bytes = Buffer.from(schema);
  if (hasDoctype(bytes)) return failed({ kind: 'doctype', message: 'The schema has a DOCTYPE.' });
  let document: XmlDocument | undefined;
  try {
    said.begin();
    // As text it is UTF-8, whatever it was when its declaration was written.
    document = XmlDocument.fromBuffer(bytes, { encoding: 'utf-8', option: OPTIONS });
    const tree = treeOf(document.root);
    if (tree.name !== 'schema')
      return failed({ kind: 'malformed', message: 'The document is not an XML Schema.' });
    return use(document, tree);
  } catch (thrown) {
    return failed(schemaTrouble(thrown));
  } finally {
    document?.dispose();
  }
}

function problemElsewhere(tree: SchemaElement): Trouble | null {
  const address = elsewhere(tree);
  if (address === undefined) return null;
  return { kind: 'refers-elsewhere', message: `The schema refers to ${address || 'another one'}.` };
}

function schemaTrouble(thrown: unknown): Trouble {
  const trouble = seriousTrouble(thrown, 'too-large');
  if (trouble !== undefined) return trouble;
  const [first] = detailsOf(thrown);
  const message = first?.message.trim() ?? 'The schema could not be read.';
  if (/Failed to compile the content model/.test(message)) return costly(message);
  const line = first === undefined || first.line === 0 ? '' : ` (line ${String(first.line)})`;
  return { kind: 'malformed', message: `${message}${line}` };
}

function check(validator: XsdValidator, xml: Uint8Array): Verdict {
  const open = (problem: Trouble): Verdict => ({ valid: null, issues: [], total: 0, problem });
  let document: XmlDocument | undefined;
  let kind: 'malformed' | 'schema' = 'malformed';
  try {
    said.begin();
    document = XmlDocument.fromBuffer(xml, { option: OPTIONS });
    // Whatever the first bytes were taken for.
    if (document.dtd !== null)
      return open({ kind: 'file-doctype', message: 'The file has a DOCTYPE.' });
    kind = 'schema';
    said.begin();
    validator.validate(document);
    return { valid: true, issues: [], total: 0, problem: null };
  } catch (thrown) {
    const trouble = seriousTrouble(thrown, 'file-too-large');
    if (trouble !== undefined) return open(trouble);
    // It gave up: too many ways through a pattern.
    if (!(thrown instanceof XmlLibError)) return open(costly());
    const issues = detailsOf(thrown).map((one) => missingIn(issueOf(kind, one), document));
    const none = { message: 'The document is empty.', line: 0, col: 0 };
    if (issues.length === 0) issues.push(issueOf(kind, none));
    return { valid: false, issues, total: Math.max(said.errors, issues.length), problem: null };
  } finally {
    document?.dispose();
  }
}

/** What is no fault of the document as such; anything that libxml2 did not say itself may have left it in disorder. */
function seriousTrouble(thrown: unknown, large: 'too-large' | 'file-too-large') {
  if (state.outOfMemory)
    return { kind: large, message: 'There is not enough memory for it.' } as const;
  if (thrown instanceof XmlError) return undefined;
  state.broken = true;
  return costly();
}

const costly = (message = 'It is too intricate to be checked.'): Trouble => ({
  kind: 'too-costly',
  message,
});

const detailsOf = (thrown: unknown): readonly Said[] =>
  thrown instanceof XmlLibError ? thrown.details : [];

function treeOf(
  element: XmlElement,
  around: ReadonlyMap<string, string> = new Map(),
): SchemaElement {
  const own = Object.entries(element.nsDeclarations);
  const namespaces = own.length === 0 ? around : new Map([...around, ...own]);
  const isSchema = element.namespaceUri === XML_SCHEMA;
  const name = isSchema ? element.name : '';
  const isText = name === 'documentation';
  const attributes = element.attrs;
  return {
    name,
    namespaces,
    line: element.line,
    attributes: new Map(
      attributes.filter(({ prefix }) => prefix === '').map((one) => [one.name, one.value]),
    ),
    text: isText ? textOutside(element) : '',
    language: isText ? (attributes.find(isLanguage)?.value ?? '') : '',
    texts: isText || name === 'appinfo' ? textsIn(element) : [],
    children: isSchema && !isText ? childrenOf(element).map((one) => treeOf(one, namespaces)) : [],
  };
}

const isLanguage = ({ name, prefix }: { name: string; prefix: string }) =>
  prefix === 'xml' && name === 'lang';

const isSaid = (element: XmlElement) =>
  element.name === 'tekst' && element.attrs.some(({ name }) => name === 'teksttype');

function textsIn(element: XmlElement): SchemaText[] {
  return childrenOf(element).flatMap((child) => {
    if (!isSaid(child)) return textsIn(child);
    const given = (wanted: string) => child.attrs.find(({ name }) => name === wanted)?.value ?? '';
    return [{ kind: given('teksttype'), language: given('lang'), text: child.content }];
  });
}

/** What is said in `tekst` elements is told apart. */
function textOutside(element: XmlElement): string {
  if (!childrenOf(element).some((child) => isSaid(child) || textsIn(child).length > 0))
    return element.content;
  let text = '';
  for (let child = element.firstChild; child !== null; child = child.next)
    if (!isElement(child)) text += child.content;
  return text;
}

function childrenOf(element: XmlElement): XmlElement[] {
  const found: XmlElement[] = [];
  for (let child = element.firstChild; child !== null; child = child.next) {
    if (isElement(child)) found.push(child);
  }
  return found;
}

const isElement = (node: XmlNode): node is XmlElement => node instanceof XmlElement;

/** One message of libxml2, as its binding gives it. */
interface Said {
  readonly message: string;
  readonly line: number;
  readonly col: number;
  readonly xpath?: string | undefined;
}

const LONGEST_MESSAGE = 1000;
const ABOUT = /^Element '([^']*)'(?:, attribute '([^']*)')?: /;

function issueOf(kind: 'malformed' | 'schema', said: Said): Issue {
  const message = said.message.trim();
  return {
    kind,
    line: said.line > 0 ? said.line : null,
    column: said.col > 0 ? said.col : null,
    path: said.xpath ?? null,
    message: message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message,
    name: kind === 'schema' ? nameIn(message) : null,
  };
}

const NOT_EXPECTED = /: This element is not expected\. Expected is \( ([^ )]+) \)\.?$/;

/**
 * libxml2 blames the element behind the one that is missing. Where the one that it expects is not there at all, that one is missing: said so, by its name,
 * in libxml2's own words for an element without it. Where it stands further down, the order is wrong, as libxml2 says.
 */
function missingIn(issue: Issue, document: XmlDocument | undefined): Issue {
  const expected = NOT_EXPECTED.exec(issue.message)?.[1];
  if (expected === undefined || issue.path === null || document === undefined) return issue;
  const name = local(expected);
  const found = elementAt(document, issue.path);
  if (!(found instanceof XmlElement) || found.name === name) return issue;
  // What the form does not know is the fault itself; what may be left out is not missing.
  if (declarations(found.name).length === 0) return issue;
  if (declarations(name).some((tag) => /\bminOccurs\s*=\s*["']0/.test(tag))) return issue;
  for (let next = found.next; next !== null; next = next.next)
    if (next instanceof XmlElement && next.name === name) return issue;
  const message = `Element '${found.parent?.name ?? ''}': Missing child element(s). Expected is ( ${expected} ), before '${found.name}'.`;
  return { ...issue, message, name };
}

/** The tags of the schema in use that declare, or point to, an element of this name. */
function declarations(name: string): readonly string[] {
  const escaped = name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const tag = new RegExp(
    `<[^<>]*\\b(?:name|ref)\\s*=\\s*["'](?:[^"':]*:)?${escaped}["'][^<>]*>`,
    'g',
  );
  return compiled?.schema.match(tag) ?? [];
}

/** Undefined where the path has prefixes, whose namespaces it does not tell. */
function elementAt(document: XmlDocument, path: string): XmlNode | null | undefined {
  try {
    return document.get(path);
  } catch {
    return undefined;
  }
}

const MISSING = /: Missing child element\(s\)\. Expected is (?:one of )?\( ([^)]+) \)/;

function nameIn(message: string): string | null {
  const missing = MISSING.exec(message)?.[1];
  if (missing !== undefined) return missing.split(', ').map(local).join(', ');
  const [, element, attribute] = ABOUT.exec(message) ?? [];
  if (attribute !== undefined) return `@${local(attribute)}`;
  return element === undefined ? null : local(element);
}

/** libxml2 writes a namespace in braces before the name. */
const local = (name: string) => name.replace(/^\{[^}]*\}/, '');
