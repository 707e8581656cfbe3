// The suite without a host: a port of text in one process, as the terminal shell uses it.
import { createPagePort } from '../../main/shell/page-port.ts';
import { createTerminalShell } from '../../main/shell/terminal-shell.ts';
import type { ToPage } from '../../preload/wire.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { createApp } from './app.ts';
import type { Driven } from './shells.ts';
import { conformance } from './suite.ts';

async function start(): Promise<Driven> {
  const folder = makeTempFolder();
  const app = await createApp(
    createTerminalShell({
      dataFolder: folder.path,
      keychain: 'memory' as const,
      env: {},
      materialsFolder: folder.path,
      managed: null,
      untrustedSettings: null,
      ask: async () => false,
    }),
  );
  const received: ToPage[] = [];
  const channel = createPagePort((text) => received.push(JSON.parse(text) as ToPage));
  const served = app.serve(channel.port);
  return {
    post: async (text) => {
      channel.receive(text);
    },
    received: async () => received,
    badSenders: {},
    async stop() {
      served.close();
      await app.stop();
      folder.remove();
    },
  };
}

conformance('one process', start, { others: false });
