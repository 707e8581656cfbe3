// Refuses to start under settings that would open the program's secrets to others (ISO-09).

export interface Circumstances {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Arguments of the program and of its runtime, together. */
  readonly args: readonly string[];
  /** The installed program; a developer's copy may be debugged. */
  readonly packaged: boolean;
}

export interface StartCheck {
  /** One sentence each; not empty: do not start. */
  readonly refused: readonly string[];
  /** Worth a line in the log. */
  readonly notes: readonly string[];
}

interface Rule {
  readonly name: string;
  readonly why: string;
  /** Refused in a developer's copy too. */
  readonly always: boolean;
  readonly applies?: (value: string) => boolean;
}

const VARIABLES: readonly Rule[] = [
  {
    name: 'NODE_TLS_REJECT_UNAUTHORIZED',
    why: 'switches the checking of server certificates off',
    always: true,
  },
  {
    name: 'SSLKEYLOGFILE',
    why: 'writes the keys of encrypted connections to a file',
    always: true,
  },
  { name: 'ELECTRON_RUN_AS_NODE', why: 'runs other code in the name of Steward', always: false },
];

const SWITCHES: readonly Rule[] = [
  {
    name: '--ignore-certificate-errors',
    why: 'switches the checking of server certificates off',
    always: true,
  },
  { name: '--tls-keylog', why: 'writes the keys of encrypted connections to a file', always: true },
  { name: '--remote-debugging-port', why: 'lets other programs steer the window', always: false },
  { name: '--remote-debugging-pipe', why: 'lets other programs steer the window', always: false },
  { name: '--inspect', why: 'lets other programs read the memory', always: false },
  { name: '--inspect-brk', why: 'lets other programs read the memory', always: false },
  { name: '--inspect-port', why: 'lets other programs read the memory', always: false },
  { name: '--no-sandbox', why: 'takes the page out of its sandbox', always: false },
  { name: '--disable-web-security', why: 'opens the page to other origins', always: false },
];

export function checkStart({ env, args, packaged }: Circumstances): StartCheck {
  const counts = (rule: Rule) => packaged || rule.always;
  const given = [...args, ...(env['NODE_OPTIONS'] ?? '').split(/\s+/)].map(switchName);
  const refused = [
    ...VARIABLES.filter((rule) => counts(rule) && isSet(env[rule.name])).map((rule) =>
      sentence('The environment variable', rule),
    ),
    ...SWITCHES.filter((rule) => counts(rule) && given.includes(rule.name)).map((rule) =>
      sentence('The switch', rule),
    ),
  ];
  const notes = isSet(env['NODE_EXTRA_CA_CERTS'])
    ? ['NODE_EXTRA_CA_CERTS is set; give the CA file in the connection instead.']
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

const sentence = (what: string, { name, why }: Rule) =>
  `${what} ${name} ${why}. Remove it and start Steward again.`;
