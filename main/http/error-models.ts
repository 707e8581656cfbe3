// Extracts the message of a refusal's body: the error model in its variants (platform.md, Errors), and fault lists.
import { itemsOf } from './hal.ts';
import { cleanWords } from './reason.ts';

export interface ErrorModel {
  /** All of it as one sentence of at most 500 signs; empty when only a code was there. */
  readonly text: string;
  readonly code: number | undefined;
  /** What was said one by one, with the field it is about: at most 50 of at most 500 signs, none of them twice. */
  readonly rows: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

const DEEPEST = 4;
const MOST_ROWS = 50;
const TEXT_KEYS = [
  ...['errormessage', 'errordescription', 'error_description', 'message', 'detail'],
  ...['exceptionmessage', 'description', 'title', 'text'],
  // Of each rule that the service rights register did not make.
  ...['operationresult', 'operationstatus'],
];
const CODE_KEYS = ['errorcode', 'error_code', 'code'];
const FIELD_KEYS = ['fieldname', 'field', 'fieldxpath', 'xpath', 'name', 'key'];
/** Where lists of faults stand: `errors[]` of newer APIs, the validation of forms, the model state of .NET. */
const LIST_KEYS = ['errors', 'error', 'validationerrors', 'validationwarnings', 'modelstate'];
const FURTHER_LIST_KEYS = [
  'details',
  'messages',
  'validationdetails',
  'validationresult',
  'rights',
];

/**
 * `{ErrorCode, ErrorMessage}`, an array of them, `{errorCode, errorDescription}`, `errors[]` inside, token errors, and
 * the same in XML. Undefined for what says nothing of that kind.
 */
export function findModel(value: unknown): ErrorModel | undefined {
  const found = gather(value, 0);
  if (found.texts.length === 0 && found.code === undefined) return undefined;
  return modelOf(found.texts, found.rows, found.code);
}

/** A body in plain text: its lines. Undefined when there is none. */
export function linesModel(text: string): ErrorModel | undefined {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  return lines.length === 0 ? undefined : modelOf(lines, lines, undefined);
}

function modelOf(texts: readonly string[], rows: readonly string[], code: number | undefined) {
  const cleaned = (all: readonly string[]) => [
    ...new Set(all.slice(0, MOST_ROWS).map(cleanWords).filter(Boolean)),
  ];
  return { text: cleanWords(cleaned(texts).join('; ')), code, rows: cleaned(rows) };
}

interface Gathered {
  /** What is said about the whole, or what its rows say where nothing is. */
  readonly texts: readonly string[];
  readonly rows: readonly string[];
  readonly code: number | undefined;
}
const NOTHING: Gathered = { texts: [], rows: [], code: undefined };

function gather(value: unknown, depth: number): Gathered {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return NOTHING;
  if (Array.isArray(value)) return gatherList(value, depth);
  const fields = new Map(
    Object.entries(value as Fields).map(([key, one]) => [key.toLowerCase(), one]),
  );
  const text = TEXT_KEYS.map((key) => fields.get(key)).find(isText);
  const codes = CODE_KEYS.map((key) => toCode(fields.get(key)));
  const inner = [...LIST_KEYS, ...FURTHER_LIST_KEYS].map((key) =>
    gatherInner(fields.get(key), depth + 1),
  );
  const rows = inner.flatMap((one) => one.rows);
  return {
    texts: text === undefined ? inner.flatMap((one) => one.texts) : [text],
    rows: rows.length > 0 || text === undefined ? rows : [withField(fields, text)],
    code: [...codes, ...inner.map((one) => one.code)].find((code) => code !== undefined),
  };
}

/** The errors inside: a list, an object that wraps one, or an object with a list for each field (model state). */
function gatherInner(value: unknown, depth: number): Gathered {
  if (isText(value) || typeof value !== 'object') return NOTHING;
  const found = gather(itemsOf(value), depth);
  if (found.texts.length > 0 || found.code !== undefined || Array.isArray(value)) return found;
  const byField = Object.entries((value ?? {}) as Fields).map(([field, one]) => {
    const { rows } = gather(itemsOf(one), depth + 1);
    return rows.map((row) => `${field}: ${row}`);
  });
  return { texts: byField.flat(), rows: byField.flat(), code: undefined };
}

function gatherList(list: readonly unknown[], depth: number): Gathered {
  const all = list
    .slice(0, MOST_ROWS)
    .map((one): Gathered =>
      isText(one) ? { texts: [one], rows: [one], code: undefined } : gather(one, depth + 1),
    );
  return {
    texts: all.flatMap((one) => one.texts),
    // Of several, the code of the whole is the first one: each row has its own.
    rows: all.flatMap(({ rows, code }) =>
      code === undefined || all.length === 1 ? rows : rows.map((row) => `${row} (${String(code)})`),
    ),
    code: all.find((one) => one.code !== undefined)?.code,
  };
}

function withField(fields: ReadonlyMap<string, unknown>, text: string): string {
  const field = FIELD_KEYS.map((key) => fields.get(key)).find(isText);
  return field === undefined ? text : `${field}: ${text}`;
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '';

function toCode(value: unknown): number | undefined {
  const code = typeof value === 'string' && /^-?\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof code === 'number' && Number.isSafeInteger(code) ? code : undefined;
}
