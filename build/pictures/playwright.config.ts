// The Playwright configuration for the guide's pictures: the one of the journeys, with the journeys of this folder.
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import journeys from '../../test/e2e/playwright.config.ts';

export default defineConfig(journeys, { testDir: fileURLToPath(new URL('.', import.meta.url)) });
