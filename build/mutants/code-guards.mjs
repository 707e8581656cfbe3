// Finds the guards in TypeScript: checks, comparisons and safe options whose removal must turn a test red.
import ts from 'typescript';

/** Calls that do nothing but refuse. */
const REFUSES =
  /^(assert|check|require|ensure|verify|validate|refuse|forbid|guard|throwIf|mustBe)([A-Z]|$)/;
/** Calls that make a write durable. */
const SYNCS = /^(sync|datasync|fsync|fdatasync|syncFolder)(Sync)?$/;
/** Options that decide who may read a file, whether it may exist, and whether a link is followed. */
const FILE_OPTIONS = new Set(['mode', 'flag', 'flags']);
const BOUNDARY = new Map([
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
]);
const EQUALITY = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
]);

/**
 * Guards of the code. `start`, `end` and `replacement` are the edit that takes the guard away, `from` and `to` where its condition
 * stands: what else is in the edit may change without it. `around` is the function it is in.
 */
export function guardsOfCode(code) {
  const source = ts.createSourceFile('code.ts', code, ts.ScriptTarget.Latest, true);
  const guards = [];
  const textOf = (node) => code.slice(node.getStart(source), node.end);

  function add(kind, node, replacement, taken = textOf(node), condition = node) {
    const { end } = node;
    const [from, to] = [condition.getStart(source), condition.end];
    const around = functionAround(node);
    guards.push({ kind, start: node.getStart(source), end, replacement, taken, from, to, around });
  }

  function visit(node) {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    if (ts.isIfStatement(node)) visitIf(node);
    if (ts.isBinaryExpression(node)) visitBinary(node);
    if (ts.isExpressionStatement(node)) visitStatement(node);
    if (ts.isCallExpression(node)) visitCall(node);
    if (ts.isPropertyAssignment(node) && isFileOption(node)) {
      add('file option', node, `...{}`);
    }
    ts.forEachChild(node, visit);
  }

  /** The condition is still worked out, so that only its refusal goes. */
  function visitIf(node) {
    if (node.elseStatement !== undefined || !leaves(node.thenStatement)) return;
    const { expression } = node;
    const start = node.getStart(source);
    const body = code.slice(expression.end, node.end);
    const shown = textOf(node).split('\n')[0] ?? '';
    const head = code.slice(start, expression.getStart(source));
    const never = `(${textOf(expression)}) && (false as boolean)`;
    add('leaves early', node, `${head}${never}${body}`, shown, expression);
  }

  function visitBinary(node) {
    const { left, right, operatorToken } = node;
    const { kind } = operatorToken;
    if (kind === ts.SyntaxKind.AmpersandAmpersandToken || kind === ts.SyntaxKind.BarBarToken) {
      const sign = operatorToken.getText(source);
      add('condition', node, `(${textOf(left)})`, `${sign} ${textOf(right)} in ${textOf(node)}`);
      add('condition', node, `(${textOf(right)})`, `${textOf(left)} ${sign} in ${textOf(node)}`);
    }
    const other = BOUNDARY.get(kind);
    // `index < list.length` ends a loop: one step more reads undefined and is the loop's matter, no guard.
    if (other !== undefined && !isLoopCondition(node)) {
      add('boundary', node, `${textOf(left)} ${other} ${textOf(right)}`);
    }
    if (EQUALITY.has(kind) && isAnswer(node)) {
      add('comparison', node, `((${textOf(node)}) || (true as boolean))`);
    }
  }

  function visitStatement(node) {
    const awaited = ts.isAwaitExpression(node.expression);
    const call = awaited ? node.expression.expression : node.expression;
    if (!ts.isCallExpression(call)) return;
    const name = calledName(call);
    if (SYNCS.test(name)) add('sync', node, ';');
    else if (REFUSES.test(name)) add('check', node, ';');
  }

  function visitCall(node) {
    const { expression, arguments: given } = node;
    if (!ts.isPropertyAccessExpression(expression)) return;
    const called = expression.name.text;
    if (called === 'filter' && given.length === 1) {
      add('filter', node, textOf(expression.expression), `.filter(${textOf(given[0])})`, given[0]);
    }
    const isLimit = called === 'min' || called === 'max';
    if (isLimit && given.length === 2 && textOf(expression.expression) === 'Math') {
      const [limited, limit] = ts.isNumericLiteral(given[0]) ? [given[1], given[0]] : given;
      add('limit', node, `(${textOf(limited)})`, `${called} ${textOf(limit)} in ${textOf(node)}`);
    }
  }

  visit(source);
  return guards;
}

function leaves(statement) {
  if (ts.isBlock(statement)) {
    const last = statement.statements.at(-1);
    return last !== undefined && leaves(last);
  }
  return (
    ts.isReturnStatement(statement) ||
    ts.isThrowStatement(statement) ||
    ts.isContinueStatement(statement) ||
    ts.isBreakStatement(statement)
  );
}

/** A comparison that is an answer of its own: returned, or what an arrow function says of one entry. */
function isAnswer(node) {
  const { parent } = node;
  return ts.isReturnStatement(parent) || (ts.isArrowFunction(parent) && parent.body === node);
}

function isLoopCondition(node) {
  const { parent } = node;
  return ts.isForStatement(parent) || ts.isWhileStatement(parent) || ts.isDoStatement(parent);
}

function isFileOption(node) {
  if (!ts.isIdentifier(node.name) || !FILE_OPTIONS.has(node.name.text)) return false;
  return ts.isObjectLiteralExpression(node.parent) && ts.isCallExpression(node.parent.parent);
}

function calledName({ expression }) {
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text;
  return ts.isIdentifier(expression) ? expression.text : '';
}

function functionAround(node) {
  for (let { parent } = node; parent; { parent } = parent) {
    const named =
      ts.isFunctionDeclaration(parent) ||
      ts.isMethodDeclaration(parent) ||
      ts.isGetAccessor(parent) ||
      (ts.isVariableDeclaration(parent) && parent.initializer !== undefined);
    if (named && parent.name !== undefined) return parent.name.getText();
  }
  return '';
}
