// The session of Electron's window: its pages at private origins, and no network, permission, device or download.
import { protocol, session, type Session, type WebContents } from 'electron';
import path from 'node:path';
import type { Locale } from '../../preload/contract/locale.ts';
import { bodyFonts } from './body-fonts.ts';
import { type BodyFrames, openBodyFrames, type PressedLink } from './body-frames.ts';
import { openContextMenu } from './electron-menu.ts';
import { openPageFiles } from './page-files.ts';
import { PARTITION } from './web-preferences.ts';

const SCHEME = 'app';
export const ORIGIN = `${SCHEME}://steward`;
export const START_ADDRESS = `${ORIGIN}/index.html`;
/** Of the bodies of messages: each has an origin of its own. */
const BODY_SCHEME = 'app-msg';
const BODIES = { before: `${BODY_SCHEME}://`, after: '/', ancestor: `${SCHEME}:` } as const;
const pageFolder = path.resolve(import.meta.dirname, '../renderer');

/** Electron wants to hear of them before it is ready. */
export function registerSchemes(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
    // Standard, so that each name is an origin; secure, or the page could not frame it.
    { scheme: BODY_SCHEME, privileges: { standard: true, secure: true } },
  ]);
}

export const openBodies = (find: Parameters<typeof openBodyFrames>[1]): BodyFrames =>
  openBodyFrames(BODIES, find, () => bodyFonts(openPageFiles(pageFolder, ORIGIN), ORIGIN));

export const bodyAddress = (name: string) => `${BODIES.before}${name}${BODIES.after}`;

export interface Closed {
  readonly bodies: BodyFrames;
  /** A developer's copy has Chromium's tools. */
  readonly packaged: boolean;
}

/** Nobody asks the page's session for a network, a permission, a device or a download and gets it. */
export async function closeSession({ bodies, packaged }: Closed): Promise<void> {
  const ses = session.fromPartition(PARTITION, { cache: false });
  answerItself(ses, bodies);
  ses.setPermissionRequestHandler((_contents, _permission, decide) => {
    decide(false);
  });
  ses.setPermissionCheckHandler(() => false);
  ses.setDevicePermissionHandler(() => false);
  ses.setDisplayMediaRequestHandler((_request, decide) => {
    decide(null);
  });
  ses.setBluetoothPairingHandler((_details, decide) => {
    decide({ confirmed: false });
  });
  ses.on('select-hid-device', (event, _details, choose) => {
    event.preventDefault();
    choose(null);
  });
  ses.on('select-usb-device', (event, _details, choose) => {
    event.preventDefault();
    choose();
  });
  ses.on('select-serial-port', (event, _ports, _contents, choose) => {
    event.preventDefault();
    choose('');
  });
  ses.on('will-download', (event) => {
    event.preventDefault();
  });
  ses.webRequest.onBeforeRequest(({ url, resourceType }, decide) => {
    const tools = !packaged && url.startsWith('devtools://');
    const body = resourceType === 'subFrame' && bodies.covers(url);
    decide({ cancel: !url.startsWith(`${ORIGIN}/`) && !body && !tools });
  });
  // Of this session alone: a rule for the names of all hosts would also keep the system's proxy script from being found.
  await ses.setProxy({ proxyRules: 'http://127.0.0.1:9', proxyBypassRules: '<-loopback>' });
}

/** The two origins there are: the page's files by their list, and the bodies of messages. */
function answerItself(ses: Session, bodies: BodyFrames): void {
  const files = openPageFiles(pageFolder, ORIGIN);
  for (const [scheme, origin] of [
    [SCHEME, files],
    [BODY_SCHEME, bodies],
  ] as const) {
    ses.protocol.handle(scheme, ({ url, method }) => {
      const { status, headers, body } = origin.answer(url, method);
      return new Response(new Uint8Array(body), { status, headers: { ...headers } });
    });
  }
}

export interface Guarded {
  readonly bodies: BodyFrames;
  /** A person pressed a link of a body, which led nowhere. */
  readonly linkPressed: (pressed: PressedLink) => void;
  readonly locale: () => Locale;
}

/** Every web contents there will ever be: no other address, window or view, and no frame but those of messages. */
export function guardContents(
  contents: WebContents,
  { bodies, linkPressed, locale }: Guarded,
): void {
  const stay = (event: { preventDefault: () => void }) => {
    event.preventDefault();
  };
  // The page may load itself anew, which is how it tries again after one of its own files did not come.
  const isItself = ({
    isMainFrame,
    url,
  }: {
    readonly isMainFrame: boolean;
    readonly url: string;
  }) => isMainFrame && url.replace(/#.*$/s, '') === START_ADDRESS;
  contents.on('will-navigate', (event) => {
    if (!isItself(event)) stay(event);
  });
  contents.on('will-redirect', stay);
  contents.on('will-frame-navigate', (event) => {
    if (isItself(event) || bodies.admits(event, contents.mainFrame)) return;
    stay(event);
    const { url, frame } = event;
    if (!frame || frame.isDestroyed()) return;
    const isOfPage = frame.parent?.frameTreeNodeId === contents.mainFrame.frameTreeNodeId;
    const pressed = isOfPage ? bodies.linkPressed(url, frame.url) : undefined;
    if (pressed !== undefined) linkPressed(pressed);
  });
  contents.on('will-attach-webview', stay);
  contents.on('select-bluetooth-device', (event, _devices, choose) => {
    event.preventDefault();
    choose('');
  });
  contents.on('context-menu', (_event, clicked) => {
    openContextMenu(clicked, locale());
  });
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
}
