// Refuses to start under settings that would open the program's secrets to others (ISO-09).

import type { Locale } from '../../preload/contract/locale.ts';

export interface Circumstances {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Arguments of the program and of its runtime, together. */
  readonly args: readonly string[];
  /** The installed program; a developer's copy may be debugged. */
  readonly packaged: boolean;
  /** False for a command line, which has no page that a switch could open. */
  readonly hasPage?: boolean;
  /** Of the sentences; English when nothing is given. */
  readonly locale?: Locale;
}

export interface StartCheck {
  /** One sentence each; not empty: do not start. */
  readonly refused: readonly string[];
  /** Worth a line in the log. */
  readonly notes: readonly string[];
}

interface Rule {
  readonly name: string;
  readonly why: Record<Locale, string>;
  /** Refused in a developer's copy too. */
  readonly always: boolean;
  /** It concerns the page alone. AppRun of an AppImage gives one by itself where the system has no sandbox for it. */
  readonly ofPage?: true;
}

const CHECKS = {
  en: 'turns off the checking of server certificates',
  nb: 'slår av kontrollen av serversertifikater',
};
const KEYS = {
  en: 'writes the keys of encrypted connections to a file',
  nb: 'skriver nøklene til krypterte forbindelser til en fil',
};
const CODE = {
  en: 'runs other code as Steward',
  nb: 'kjører annen kode som Steward',
};
const STEERED = {
  en: 'lets other programs control the window',
  nb: 'lar andre programmer styre vinduet',
};
const READ = {
  en: 'lets other programs read Steward’s memory',
  nb: 'lar andre programmer lese minnet til Steward',
};
const SANDBOX = {
  en: 'runs the window outside its sandbox',
  nb: 'kjører vinduet utenfor sandkassen',
};
const ORIGINS = {
  en: 'lets other websites read the window',
  nb: 'lar andre nettsteder lese vinduet',
};

const always = (name: string, why: Rule['why']): Rule => ({ name, why, always: true });
const installed = (name: string, why: Rule['why']): Rule => ({ name, why, always: false });
const ofPage = (name: string, why: Rule['why']): Rule => ({
  ...installed(name, why),
  ofPage: true,
});

const VARIABLES: readonly Rule[] = [
  always('NODE_TLS_REJECT_UNAUTHORIZED', CHECKS),
  always('SSLKEYLOGFILE', KEYS),
  installed('ELECTRON_RUN_AS_NODE', CODE),
];

const NO_SANDBOX = '--no-sandbox';

const SWITCHES: readonly Rule[] = [
  always('--ignore-certificate-errors', CHECKS),
  always('--tls-keylog', KEYS),
  installed('--remote-debugging-port', STEERED),
  installed('--remote-debugging-pipe', STEERED),
  installed('--inspect', READ),
  installed('--inspect-brk', READ),
  installed('--inspect-port', READ),
  ofPage(NO_SANDBOX, SANDBOX),
  ofPage('--disable-web-security', ORIGINS),
];

/**
 * Of Chromium's own switches those that say how it draws, scales or is read aloud, and open nothing: what a person needs on a graphics
 * card or a desktop with faults of its own. A value stands behind `=`.
 */
const HARMLESS: ReadonlySet<string> = new Set([
  '--disable-gpu',
  '--disable-gpu-compositing',
  '--disable-gpu-vsync',
  '--disable-smooth-scrolling',
  '--disable-software-rasterizer',
  '--enable-wayland-ime',
  '--force-color-profile',
  '--force-dark-mode',
  '--force-device-scale-factor',
  '--force-prefers-reduced-motion',
  '--force-renderer-accessibility',
  '--gtk-version',
  '--high-dpi-support',
  '--ozone-platform',
  '--ozone-platform-hint',
  '--wayland-text-input-version',
]);

/** Whether Chromium alone hears it, and nothing is opened by it. */
export const isHarmlessSwitch = (arg: string): boolean =>
  arg.startsWith('--') && HARMLESS.has(arg.split('=', 1)[0] ?? '');

/** Whether it is meant for the runtime, be it harmless or refused: it says nothing about what Steward shall do. */
export const isRuntimeSwitch = (arg: string): boolean =>
  isHarmlessSwitch(arg) || SWITCHES.some(({ name }) => name === switchName(arg));

export function checkStart({
  env,
  args,
  packaged,
  hasPage = true,
  locale = 'en',
}: Circumstances): StartCheck {
  const counts = (rule: Rule) => (packaged || rule.always) && (hasPage || rule.ofPage !== true);
  const given = [...args, ...(env['NODE_OPTIONS'] ?? '').split(/\s+/)].map(switchName);
  const sentences = SENTENCES[locale];
  const said = ({ name, why }: Rule) =>
    name === NO_SANDBOX && isSet(env['APPIMAGE'])
      ? sentences.appImage
      : sentences.switch(name, why[locale]);
  const refused = [
    ...VARIABLES.filter((rule) => counts(rule) && isSet(env[rule.name])).map((rule) =>
      sentences.variable(rule.name, rule.why[locale]),
    ),
    ...SWITCHES.filter((rule) => counts(rule) && given.includes(rule.name)).map(said),
  ];
  const notes = isSet(env['NODE_EXTRA_CA_CERTS'])
    ? ['NODE_EXTRA_CA_CERTS is set. Add the CA file to the connection instead.']
    : [];
  return { refused, notes };
}

const isSet = (value: string | undefined) => value !== undefined && value !== '';

/** Chromium takes `-x`, `--x`, `--x=value`, in any case; Node takes `_` for `-`. */
function switchName(arg: string): string {
  if (!arg.startsWith('-')) return '';
  const name = arg.replace(/^-+/, '').split('=', 1)[0] ?? '';
  return `--${name.toLowerCase().replaceAll('_', '-')}`;
}

const SENTENCES = {
  en: {
    variable: (name: string, why: string) =>
      `The environment variable ${name} ${why}. Remove it, then start Steward again.`,
    switch: (name: string, why: string) =>
      `The option ${name} ${why}. Remove it, then start Steward again.`,
    /** Its own launcher gave the switch, so there is nothing for a person to remove. */
    appImage:
      'This system doesn’t let an AppImage create a sandbox, and Steward opens no window without one. Install the deb or rpm package instead, ' +
      'or ask an administrator to allow it (guide, For operators, Linux). Commands in the terminal still work.',
  },
  nb: {
    variable: (name: string, why: string) =>
      `Miljøvariabelen ${name} ${why}. Fjern den, og start Steward på nytt.`,
    switch: (name: string, why: string) =>
      `Valget ${name} ${why}. Fjern det, og start Steward på nytt.`,
    appImage:
      'Dette systemet lar ikke en AppImage opprette en sandkasse, og uten den åpner ikke Steward noe vindu. Installer deb- eller rpm-pakken i stedet, ' +
      'eller be en administrator tillate det (veiledningen, For operators, Linux). Kommandoer i terminalen virker likevel.',
  },
} as const;
