// The person's downloads folder, used when there is no save dialog.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Surroundings } from './data-folder.ts';

/** `STEWARD_DOWNLOADS`, else what the desktop says (XDG user directories), else ~/Downloads. */
export function downloadsFolder({ platform, home, env }: Surroundings): string {
  const given = env['STEWARD_DOWNLOADS'] ?? env['XDG_DOWNLOAD_DIR'];
  if (given !== undefined && path.isAbsolute(given)) return given;
  const fallback = path.join(home, 'Downloads');
  if (platform === 'win32' || platform === 'darwin') return fallback;
  return configuredFolder(home, env) ?? fallback;
}

function configuredFolder(home: string, env: Surroundings['env']): string | undefined {
  const config = env['XDG_CONFIG_HOME'] ?? path.join(home, '.config');
  try {
    const text = readFileSync(path.join(config, 'user-dirs.dirs'), 'utf8');
    const value = /^XDG_DOWNLOAD_DIR="([^"\n]*)"/m.exec(text)?.[1]?.replace(/^\$HOME/, home);
    return value !== undefined && path.isAbsolute(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
