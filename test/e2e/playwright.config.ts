// The configuration of journeys: the real program, started by fixtures in Chromium or Electron, one window per worker.
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { journeysOf } from '../../build/levels.mjs';
import { PATIENCE_MS } from '../support/patience.ts';

/** `first`, or the name of a campaign; without it, all. */
const level = process.env['STEWARD_LEVEL'];
/** Those that *looks* and *keyboard* look at; without it, all. */
const screens = process.env['STEWARD_SCREENS']?.split(',');

export default defineConfig({
  testDir: fileURLToPath(new URL('.', import.meta.url)),
  outputDir: fileURLToPath(new URL('../../test-results', import.meta.url)),
  forbidOnly: true,
  ...(level === undefined ? {} : journeysOf(level, screens)),
  fullyParallel: false,
  retries: 0,
  // Windows of Electron are on a screen, where two would take the focus from each other.
  workers: process.env['STEWARD_SHELL'] === 'electron' ? 1 : 3,
  // No measure, only an end for what hangs: the machine may be busy, and no journey has a limit of its own.
  timeout: 400_000,
  expect: { timeout: PATIENCE_MS, toPass: { timeout: PATIENCE_MS } },
  reporter: 'line',
});
