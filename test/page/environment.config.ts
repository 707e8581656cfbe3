// The Node environment for the page's state: modules are compiled as for a browser, and no browser is imitated.
import type { Environment } from 'vitest/runtime';

const page: Environment = {
  name: 'page',
  // As the page is built: runes with effects, and the libraries' code for browsers.
  viteEnvironment: 'client',
  setup: () => ({ teardown: () => undefined }),
};

export { page as default };
