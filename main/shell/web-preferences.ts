// The one set of web preferences every Electron window gets (ISO-01, ISO-03).

/** In memory: nothing of the API is ever in Chromium's cache, cookies or storage. */
export const PARTITION = 'steward';

export interface WebPreferences {
  readonly preload: string;
  readonly partition: string;
  readonly nodeIntegration: false;
  readonly nodeIntegrationInWorker: false;
  readonly nodeIntegrationInSubFrames: false;
  readonly contextIsolation: true;
  readonly sandbox: true;
  readonly webSecurity: true;
  readonly allowRunningInsecureContent: false;
  readonly experimentalFeatures: false;
  readonly webviewTag: false;
  readonly disableBlinkFeatures: 'Auxclick';
  readonly devTools: boolean;
  readonly spellcheck: false;
}

export function webPreferences(preload: string, packaged: boolean): WebPreferences {
  return Object.freeze({
    preload,
    partition: PARTITION,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    contextIsolation: true,
    sandbox: true,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    disableBlinkFeatures: 'Auxclick',
    devTools: !packaged,
    spellcheck: false,
  });
}
