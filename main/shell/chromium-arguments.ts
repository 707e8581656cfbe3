// The switches Chromium is started with: an app window that has no network of its own (CSP-04).

export const ORIGIN = 'https://steward.local';

export interface ChromiumOptions {
  readonly root: boolean;
  /** Only for tests: the port on which they steer the window. */
  readonly debugPort?: number | undefined;
}

export function chromiumArguments({ root, debugPort }: ChromiumOptions): string[] {
  return [
    // A data: address opens an app window without tabs and stays one; about:blank would not.
    '--app=data:text/html,<title>Steward</title>',
    '--class=Steward',
    '--window-size=1280,800',
    ...NO_NETWORK,
    '--no-first-run',
    '--disable-extensions',
    '--disable-sync',
    '--disable-breakpad',
    '--no-pings',
    // Root has no user namespace to build the sandbox in; --test-type only hides the warning bar about it.
    ...(root ? ['--test-type'] : []),
    ...(debugPort === undefined ? [] : [`--remote-debugging-port=${String(debugPort)}`]),
  ];
}

/** No name resolves, no address is reached but through a proxy that is not there, no UDP goes past it. */
export const NO_NETWORK: readonly string[] = [
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-quic',
];
