// The configuration of oxlint: style rules, type-aware rules, circular imports, and the doors of build/doors.mjs.
// Which folder may import which is in test/architecture.test.ts; what needs a component's markup is in build/eslint.config.js.
import { doors } from './build/doors.mjs';

/** One restriction per library: everywhere except at its door. */
const restricted = (file) => ({
  'no-restricted-imports': [
    'error',
    {
      paths: Object.entries(doors)
        .filter(([, door]) => !door.files.includes(file))
        .map(([name, door]) => ({ name, message: `Use ${door.instead}.` })),
    },
  ],
});
const doorFiles = [...new Set(Object.values(doors).flatMap((door) => door.files))];
const errors = (...names) => Object.fromEntries(names.map((name) => [name, 'error']));

export default {
  plugins: ['typescript', 'import'],
  categories: { correctness: 'error' },
  env: { builtin: true, node: true, browser: true, es2024: true },
  // Directives of ESLint speak to build/eslint.config.js.
  options: {
    typeAware: true,
    reportUnusedDisableDirectives: 'error',
    respectEslintDisableDirectives: false,
  },
  ignorePatterns: ['dist/**', 'node_modules/**', 'renderer/components/icons.ts'],
  rules: {
    ...errors(
      'no-case-declarations',
      'no-fallthrough',
      'no-prototype-builtins',
      'no-redeclare',
      'no-empty',
      'no-regex-spaces',
      'no-var',
      'no-unexpected-multiline',
      'no-eval',
      'no-implied-eval',
      'no-new-func',
      'no-useless-assignment',
      'preserve-caught-error',
      'eqeqeq',
      'import/no-default-export',
    ),
    // Found nothing but habit here: what they forbid is typed, and meant.
    'typescript/no-misused-spread': 'off',
    'typescript/require-array-sort-compare': 'off',
    'typescript/no-useless-default-assignment': 'off',
    'typescript/no-meaningless-void-operator': 'off',
  },
  overrides: [
    {
      files: ['**/*.ts', '**/*.svelte'],
      rules: {
        ...errors(
          'no-unused-expressions',
          'prefer-const',
          'prefer-rest-params',
          'prefer-spread',
          'typescript/ban-ts-comment',
          'typescript/consistent-type-imports',
          'typescript/no-empty-object-type',
          'typescript/no-explicit-any',
          'typescript/no-misused-promises',
          'typescript/no-namespace',
          'typescript/no-require-imports',
          'typescript/no-unnecessary-type-assertion',
          'typescript/no-unnecessary-type-constraint',
          'typescript/no-unsafe-argument',
          'typescript/no-unsafe-assignment',
          'typescript/no-unsafe-call',
          'typescript/no-unsafe-enum-comparison',
          'typescript/no-unsafe-function-type',
          'typescript/no-unsafe-member-access',
          'typescript/no-unsafe-return',
          'typescript/only-throw-error',
          'typescript/prefer-promise-reject-errors',
          'typescript/restrict-plus-operands',
        ),
        'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
        'typescript/switch-exhaustiveness-check': [
          'error',
          { considerDefaultExhaustiveForUnions: true },
        ],
        'import/no-cycle': ['error', { ignoreTypes: false }],
      },
    },
    {
      files: ['main/**', 'preload/**', 'renderer/**'],
      rules: { 'no-console': 'error', ...restricted('') },
    },
    // svelte/prefer-const of build/eslint.config.js knows what $state and bindings assign.
    { files: ['renderer/**/*.svelte'], rules: { 'prefer-const': 'off' } },
    ...doorFiles.map((file) => ({ files: [file], rules: restricted(file) })),
    // Playwright reads a fixture's needs from the pattern of its first argument, also when there are none.
    { files: ['test/e2e/**', 'build/pictures/**'], rules: { 'no-empty-pattern': 'off' } },
    // In a test, a cast behind `?.` that throws is a test that fails.
    {
      files: ['test/**'],
      rules: {
        'no-unsafe-optional-chaining': 'off',
        'no-restricted-properties': [
          'error',
          {
            object: 'vi',
            property: 'waitFor',
            message: 'It gives up after a second: use test/support/eventually.ts.',
          },
        ],
      },
    },
    { files: ['test/support/eventually.ts'], rules: { 'no-restricted-properties': 'off' } },
    { files: ['build/**', 'test/**/*.config.ts'], rules: { 'import/no-default-export': 'off' } },
    // Plain JavaScript: types are guessed.
    {
      files: ['**/*.js', '**/*.mjs'],
      rules: { 'no-undef': 'error', 'typescript/unbound-method': 'off' },
    },
  ],
};
