// Lint as design: style, the doors of build/doors.mjs, and who may import whom.
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import path from 'node:path';
import ts from 'typescript-eslint';
import { doors } from './doors.mjs';

const root = path.resolve(import.meta.dirname, '..');
const product = ['main/**/*.ts', 'preload/**/*.ts', 'renderer/**/*.ts', 'renderer/**/*.svelte'];

/** One restriction per library: everywhere except at its door. */
const closed = (file) =>
  Object.entries(doors)
    .filter(([, door]) => !door.files.includes(file))
    .map(([name, door]) => ({ name, message: `Use ${door.instead}.` }));

const restricted = (paths, patterns = []) => ({
  'no-restricted-imports': ['error', { paths, patterns }],
});
const doorFiles = [...new Set(Object.values(doors).flatMap((door) => door.files))];
const never = (group, message) => ({ group, message });

const folderRules = {
  'preload/contract/**': [
    never(['**/main/**', '**/renderer/**', 'node:*'], 'The contract imports neither side.'),
  ],
  'renderer/components/**': [
    never(
      ['**/state/**', '**/screens/**', '**/client.ts', '**/preload/contract/**'],
      'Components know no data.',
    ),
  ],
  'renderer/screens/**': [never(['**/main/**', 'node:*'], 'Screens use the client.')],
  'main/services/**': [
    never(['./*', '!./index'], 'A service never imports a service: push it down.'),
    never(['**/shell/**', '**/bridge.ts', '**/http/transport.ts'], 'Services use the api.'),
  ],
  'main/http/**': [
    never(
      ['**/services/**', '**/credentials/**', '**/storage/**', '**/api.ts'],
      'http knows nothing above it.',
    ),
  ],
  'main/storage/**': [
    never(
      ['**/services/**', '**/credentials/**', '**/http/**', '**/api.ts'],
      'storage knows nothing above it.',
    ),
  ],
  'main/credentials/**': [
    never(['**/services/**', '**/api.ts'], 'credentials knows nothing above it.'),
  ],
};

export default ts.config(
  { ignores: ['dist/**', 'node_modules/**', 'renderer/components/icons.ts'] },
  js.configs.recommended,
  ...ts.configs.recommendedTypeChecked.map((c) => ({ ...c, files: ['**/*.ts', '**/*.svelte'] })),
  ...svelte.configs.recommended,
  {
    languageOptions: {
      globals: { ...globals.node, ...globals.browser },
      parserOptions: {
        project: ['preload', 'main', 'renderer', 'test', 'test/page'].map(
          (f) => `${root}/${f}/tsconfig.json`,
        ),
        extraFileExtensions: ['.svelte'],
        parser: ts.parser,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-new-func': 'error',
      eqeqeq: 'error',
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Export by name.' },
      ],
    },
  },
  {
    files: ['**/*.ts', '**/*.svelte'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/require-await': 'off',
      'svelte/no-at-html-tags': 'error',
      // `style:` directives are how a size that is only known at run time gets past the CSP; style="..." is
      // caught by test/architecture.test.ts.
      'svelte/no-inline-styles': 'off',
      'svelte/no-navigation-without-resolve': 'off',
    },
  },
  {
    files: product,
    rules: {
      'no-console': 'error',
      'max-lines': ['error', { max: 400 }],
      'max-lines-per-function': ['error', { max: 40, skipBlankLines: true, skipComments: true }],
      ...restricted(closed('')),
    },
  },
  {
    files: ['renderer/**/*.svelte'],
    rules: {
      'max-lines-per-function': 'off',
      // Only svelte-check knows the types of components and snippets; here they all look like any.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      'prefer-const': 'off',
      'svelte/prefer-const': ['error', { destructuring: 'all' }],
    },
  },
  ...Object.entries(folderRules).map(([files, patterns]) => ({
    files: [files],
    rules: restricted(closed(''), patterns),
  })),
  ...doorFiles.map((file) => ({
    files: [file],
    rules: restricted(
      closed(file),
      folderRules[`${file.split('/').slice(0, 2).join('/')}/**`] ?? [],
    ),
  })),
  // Playwright reads a fixture's needs from the pattern of its first argument, also when there are none.
  { files: ['test/e2e/**'], rules: { 'no-empty-pattern': 'off' } },
  { files: ['build/**', 'test/**/*.config.ts'], rules: { 'no-restricted-syntax': 'off' } },
  { files: ['**/*.js', '**/*.mjs'], ...ts.configs.disableTypeChecked },
);
