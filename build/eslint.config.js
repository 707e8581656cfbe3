// Lint of components and state modules: what eslint-plugin-svelte knows of markup and runes. All other rules, and all
// that need types, are in .oxlintrc.mjs.
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

const components = ['renderer/**/*.svelte', 'test/page/**/*.svelte'];

export default ts.config(
  ...[js.configs.recommended, ...ts.configs.recommended].map((c) => ({ ...c, files: components })),
  ...svelte.configs.recommended,
  {
    files: [...components, 'renderer/**/*.svelte.ts', 'test/page/**/*.svelte.ts'],
    languageOptions: {
      globals: globals.browser,
      parserOptions: { parser: ts.parser },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'svelte/no-at-html-tags': 'error',
      // `style:` directives are how a size that is only known at run time gets past the CSP; style="..." is
      // caught by test/architecture.test.ts.
      'svelte/no-inline-styles': 'off',
      'svelte/no-navigation-without-resolve': 'off',
      'no-restricted-syntax': [
        'error',
        {
          selector:
            ':function[async=true] MemberExpression[object.name="router"][property.name=/^(go|replace)$/]',
          message:
            'What comes after an answer goes by createNavigator() (state/navigator.ts): it leads nobody away who has left.',
        },
      ],
    },
  },
  {
    files: components,
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-new-func': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      'prefer-const': 'off',
      'svelte/prefer-const': ['error', { destructuring: 'all' }],
    },
  },
);
