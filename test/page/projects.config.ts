// The configuration of the page's tests: state in Node, layout, focus, dialogs and popovers in the local Chromium.
import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { playwright } from '@vitest/browser-playwright';
import type { Plugin } from 'vite';
import type { TestProjectConfiguration } from 'vitest/config';
import { findChromium } from '../../main/shell/chromium-program.ts';
import { PATIENCE_MS } from '../support/patience.ts';

const IN_BROWSER = 'test/page/**/*.browser.test.ts';
/** Everything here, so that the other projects can leave it to these. */
export const PAGE = 'test/page/**';

const executablePath = findChromium({
  platform: process.platform,
  home: homedir(),
  env: process.env,
});
const chromiumSandbox = process.getuid?.() !== 0;

/** What the compiler of components warns of fails what imports the component; what the page complains about, its test. */
const components = () =>
  svelte({
    configFile: false,
    onwarn: ({ message, filename }) => {
      throw new Error(`${filename ?? ''}: ${message}`);
    },
  });

/** Each file of tests has the page's modules anew: the browser need not ask for each whether it changed since the file before. */
const sourcesStay: Plugin = {
  name: 'sources stay as they are while the tests run',
  configureServer: ({ middlewares }) => {
    middlewares.use((_request, response, next) => {
      const set = response.setHeader.bind(response);
      response.setHeader = (name, value) =>
        set(
          name,
          name.toLowerCase() === 'cache-control' && value === 'no-cache' ? 'max-age=3600' : value,
        );
      next();
    });
  },
};

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** A copy of the sources, such as that of the mutants, may link its libraries: their fonts are served from where they lie. */
const LIBRARIES = path.dirname(realpathSync(path.join(ROOT, 'node_modules/svelte')));

const NO_COMPLAINTS = fileURLToPath(new URL('support/no-complaints.ts', import.meta.url));

export const pageProjects: TestProjectConfiguration[] = [
  {
    extends: true,
    plugins: [components()],
    // Node would take what these libraries have for servers, where no effect ever runs.
    resolve: { conditions: ['browser'] },
    test: {
      name: 'page state',
      setupFiles: [NO_COMPLAINTS],
      server: { deps: { inline: [/\/svelte\//, /\/esm-env\//] } },
      include: ['test/page/**/*.test.ts'],
      exclude: [IN_BROWSER],
      environment: fileURLToPath(new URL('environment.config.ts', import.meta.url)),
      // Each test makes the modules anew by itself (support/page.ts).
      isolate: false,
    },
  },
  {
    extends: true,
    plugins: [components(), sourcesStay],
    // Found while they run, they would have the page loaded anew under a test.
    server: { fs: { allow: [ROOT, LIBRARIES] } },
    optimizeDeps: { include: ['svelte', 'svelte/internal/client', 'zod'] },
    test: {
      name: 'page in Chromium',
      setupFiles: [NO_COMPLAINTS],
      include: [IN_BROWSER],
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        viewport: { width: 1100, height: 760 },
        api: { host: '127.0.0.1', port: 0 },
        provider: playwright({
          actionTimeout: PATIENCE_MS,
          launchOptions: {
            ...(executablePath === undefined ? {} : { executablePath }),
            chromiumSandbox,
          },
        }),
        instances: [{ browser: 'chromium' }],
      },
    },
  },
];
