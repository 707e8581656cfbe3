// The theme of the XML editor: the program's own tokens, which follow the colour scheme.

const ring = '2px solid var(--ds-color-focus-outer)';
const control = {
  boxSizing: 'border-box',
  height: '26px',
  padding: '0 8px',
  margin: '0',
  font: 'inherit',
  fontSize: '13px',
  color: 'var(--ds-color-neutral-text-default)',
  background: 'var(--app-panel)',
  border: '1px solid var(--ds-color-neutral-border-subtle)',
  borderRadius: '6px',
};

export const editorLook = {
  '&': {
    // Where all around the editor scrolls, it is as high as its text.
    height: 'var(--editor-height, 100%)',
    color: 'var(--ds-color-neutral-text-default)',
    backgroundColor: 'var(--app-panel)',
    fontSize: '13px',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--app-mono)', lineHeight: '20px' },
  '.cm-content': { caretColor: 'var(--ds-color-neutral-text-default)', padding: '6px 0' },
  '.cm-line': { padding: '0 10px 0 4px' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--ds-color-neutral-text-default)' },
  '.cm-activeLine': { backgroundColor: 'var(--app-hover)' },
  '.cm-activeLineGutter': {
    backgroundColor: 'var(--app-hover)',
    color: 'var(--ds-color-neutral-text-default)',
  },
  '.cm-gutters, .cm-gutters.cm-gutters-before': {
    backgroundColor: 'var(--app-panel)',
    color: 'var(--ds-color-neutral-text-subtle)',
    border: '0',
    borderRight: '1px solid var(--app-line)',
  },
  '.cm-lineNumbers .cm-gutterElement': {
    padding: '0 4px 0 12px',
    fontVariantNumeric: 'tabular-nums',
  },
  '.cm-gutter-lint': { width: '18px' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '5px 0 0 5px' },
  '.cm-lint-marker': { width: '10px', height: '10px' },
  '.cm-lint-marker-error': {
    content: 'none',
    background: 'var(--st-bad)',
    borderRadius: '2px',
  },
  '.cm-foldGutter span': { cursor: 'pointer' },
  '.cm-foldPlaceholder': {
    color: 'var(--ds-color-neutral-text-subtle)',
    backgroundColor: 'var(--ds-color-neutral-surface-tinted)',
    border: '0',
    padding: '0 6px',
  },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { background: 'var(--ds-color-accent-surface-hover)' },
  '.cm-selectionMatch, .cm-searchMatch': {
    backgroundColor: 'var(--ds-color-warning-surface-tinted)',
    borderRadius: '2px',
  },
  '.cm-searchMatch-selected': {
    backgroundColor: 'var(--ds-color-warning-surface-active)',
    outline: '1px solid var(--ds-color-warning-border-strong)',
  },
  '&.cm-focused .cm-matchingBracket, .cm-matchingBracket': {
    backgroundColor: 'var(--ds-color-accent-surface-tinted)',
    outline: '1px solid var(--ds-color-accent-border-subtle)',
  },
  '&.cm-focused .cm-nonmatchingBracket': {
    backgroundColor: 'var(--ds-color-danger-surface-tinted)',
  },
  '.cm-specialChar': { color: 'var(--ds-color-danger-text-subtle)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--st-bad) 1px',
    textUnderlineOffset: '3px',
    textDecorationSkipInk: 'none',
  },
  '.cm-lintPoint:after': { borderBottomColor: 'var(--st-bad)' },
  '.cm-panels': {
    color: 'var(--ds-color-neutral-text-default)',
    backgroundColor: 'var(--app-canvas)',
    fontFamily: "'Inter Variable', system-ui, sans-serif",
  },
  '.cm-panels-top': { borderBottom: '1px solid var(--app-line)' },
  '.cm-panel.cm-search, .cm-panel.cm-gotoLine': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '6px 8px',
    padding: '8px 36px 8px 12px',
  },
  '.cm-panel.cm-search br': { flexBasis: '100%', content: '""' },
  '.cm-panel.cm-search input[name], .cm-panel.cm-search button[name], .cm-panel.cm-search label': {
    margin: '0',
  },
  '.cm-panel.cm-search label': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '5px',
    fontSize: '12px',
    whiteSpace: 'nowrap',
  },
  '.cm-textfield, .cm-panel input.cm-textfield': { ...control, width: '170px' },
  '.cm-textfield::placeholder': { color: 'var(--ds-color-neutral-text-subtle)', opacity: '1' },
  '.cm-button, .cm-panel button.cm-button': {
    ...control,
    backgroundImage: 'none',
    cursor: 'pointer',
  },
  '.cm-button:hover': { background: 'var(--ds-color-neutral-surface-tinted)' },
  '.cm-button:active': { backgroundImage: 'none' },
  '.cm-panels :is(input, button):focus-visible': { outline: ring, outlineOffset: '1px' },
  '.cm-panel.cm-search [name=close], .cm-panel .cm-dialog-close': {
    top: '8px',
    right: '8px',
    width: '26px',
    height: '26px',
    fontSize: '18px',
    color: 'var(--ds-color-neutral-text-subtle)',
    cursor: 'pointer',
  },
  '.cm-tooltip': {
    maxWidth: '520px',
    color: 'var(--ds-color-neutral-text-default)',
    backgroundColor: 'var(--app-panel)',
    border: '1px solid var(--app-line)',
    borderRadius: '8px',
    boxShadow: 'var(--app-shadow)',
    fontFamily: "'Inter Variable', system-ui, sans-serif",
    overflow: 'hidden',
  },
  '.cm-tooltip-lint': { padding: '0', margin: '0', listStyle: 'none' },
  '.cm-diagnostic': { padding: '7px 12px', marginLeft: '0' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--st-bad)' },
} as const;

/** Colours of what stands in XML. */
export const syntaxColours = {
  tag: 'var(--ds-color-accent-text-subtle)',
  attribute: 'var(--ds-color-neutral-text-subtle)',
  value: 'var(--ds-color-success-text-subtle)',
  quiet: 'var(--ds-color-neutral-text-subtle)',
  reference: 'var(--ds-color-warning-text-subtle)',
  wrong: 'var(--ds-color-danger-text-subtle)',
} as const;
