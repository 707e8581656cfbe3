// Finds what makes a test hang on time: waits of a length, a slow platform, readings of a clock compared.
import ts from 'typescript';

export type Kind = 'wait' | 'reading' | 'latency';

const TIMERS = ['setTimeout', 'setInterval'];
const TIMER_MODULES = ['node:timers/promises', 'timers/promises', 'node:timers', 'timers'];
const READINGS = [
  'performance.now',
  'performance.eventLoopUtilization',
  'process.cpuUsage',
  'process.memoryUsage',
  'process.memoryUsage.rss',
  'process.resourceUsage',
  'process.hrtime',
  'process.hrtime.bigint',
  'process.uptime',
  'monitorEventLoopDelay',
];
const COMPARES = [
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
];
/** Of scripts that a test writes as text; what only keeps a process waits for nothing. */
const TIMER_IN_TEXT = /\bset(Timeout|Interval)\((?!\(\) => undefined,)[^)]*\S/;
const KEEPS_ALIVE = /^\(\) => undefined$/;

/** Kind, line and text of each. A wait in which the timers are the test's own is none, nor is one for the next turn. */
export function timeIn(name: string, text: string): readonly (readonly [Kind, string])[] {
  const found: (readonly [Kind, string])[] = [];
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const add = (kind: Kind, node: ts.Node) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    found.push([kind, `${name}:${String(line + 1)} ${node.getText().split('\n', 1)[0] ?? ''}`]);
  };
  const visit = (node: ts.Node): void => {
    if (isWait(node)) add('wait', node);
    if (isReading(node)) add('reading', node);
    if (isLatency(node)) add('latency', node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function isWait(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier))
    return (
      TIMER_MODULES.includes(node.moduleSpecifier.text) &&
      /\bset(Timeout|Interval)|scheduler/.test(node.getText())
    );
  if (
    ts.isStringLiteralLike(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddleOrTemplateTail(node)
  )
    return TIMER_IN_TEXT.test(node.text);
  if (!ts.isCallExpression(node)) return false;
  const called = nameOf(node.expression);
  if (called.endsWith('.waitForTimeout')) return true;
  if (!TIMERS.includes(called.replace(/^(window|globalThis)\./, ''))) return false;
  const [run, length] = node.arguments;
  if (called.endsWith('setInterval') && KEEPS_ALIVE.test(run?.getText() ?? '')) return false;
  const isNextTurn =
    called.endsWith('setTimeout') && (length === undefined || length.getText() === '0');
  return !isNextTurn && !hasOwnTimers(node);
}

/** Inside a function that fakes them. */
function hasOwnTimers(node: ts.Node): boolean {
  for (let around = node.parent; !ts.isSourceFile(around); around = around.parent)
    if (ts.isFunctionLike(around) && /\buseFakeTimers\(/.test(around.getText())) return true;
  return false;
}

function isReading(node: ts.Node): boolean {
  if (!ts.isCallExpression(node)) return false;
  const called = nameOf(node.expression);
  if (called === 'Date.now') return isCompared(node);
  // Handed over as a clock, it measures nothing here.
  return (
    READINGS.includes(called) && !(ts.isArrowFunction(node.parent) && node.parent.body === node)
  );
}

/** By an operator, or by an expectation. */
function isCompared(node: ts.Node): boolean {
  for (let around = node.parent; !ts.isSourceFile(around); around = around.parent) {
    if (ts.isBinaryExpression(around) && COMPARES.includes(around.operatorToken.kind)) return true;
    if (ts.isCallExpression(around) && /^expect\b/.test(around.expression.getText())) return true;
    if (ts.isStatement(around) || ts.isFunctionLike(around)) return false;
  }
  return false;
}

const isLatency = (node: ts.Node): boolean =>
  ts.isBinaryExpression(node) &&
  node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
  nameOf(node.left).endsWith('.latencyMs');

function nameOf(node: ts.Node): string {
  if (ts.isIdentifier(node)) return node.text;
  return ts.isPropertyAccessExpression(node) ? `${nameOf(node.expression)}.${node.name.text}` : '';
}
