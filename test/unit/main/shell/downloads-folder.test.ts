// The downloads folder: the one the person or the desktop names.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { downloadsFolder } from '../../../../main/shell/downloads-folder.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

describe('places of files', () => {
  it('is the folder that the person or the desktop names', () => {
    const home = tempFolder();
    const at = (env: Record<string, string>, platform: NodeJS.Platform = 'linux') =>
      downloadsFolder({ platform, home, env: { XDG_CONFIG_HOME: home, ...env } });
    expect(at({})).toBe(path.join(home, 'Downloads'));
    writeFileSync(
      path.join(home, 'user-dirs.dirs'),
      '# x\nXDG_DOWNLOAD_DIR="$HOME/Nedlastinger"\n',
    );
    expect(at({})).toBe(path.join(home, 'Nedlastinger'));
    expect(at({}, 'darwin')).toBe(path.join(home, 'Downloads'));
    expect(at({ XDG_DOWNLOAD_DIR: '/data/d' })).toBe('/data/d');
    expect(at({ STEWARD_DOWNLOADS: '/data/s', XDG_DOWNLOAD_DIR: '/data/d' })).toBe('/data/s');
    expect(at({ STEWARD_DOWNLOADS: 'relative' })).toBe(path.join(home, 'Nedlastinger'));
  });
});
