// Names of what a file of connections holds, in the words of the language: what a connection needs, and settings.
import type {
  ChangedSetting,
  Needed,
  TakenSetting,
} from '../../../preload/contract/connection-file.ts';
import type { Formats } from '../../texts/formats.ts';
import type { Texts } from '../../texts/en.ts';

interface Language {
  readonly t: Texts;
  readonly format: Formats;
}

/** `Certificate: CN=Fjord, valid until 1 May 2027`. */
export function neededName(
  { kind, name, validTo }: Needed,
  { t: { connectionFile, credentials }, format }: Language,
): string {
  const { take } = connectionFile;
  const words = kind === 'sign-in' || kind === 'token' ? take.kinds[kind] : credentials.kinds[kind];
  const named = name === '' ? words : `${words}: ${name}`;
  return validTo === null ? named : `${named}, ${take.until(format.date(validTo))}`;
}

const LABELS = {
  scheme: 'scheme',
  language: 'language',
  rotationPolicyDays: 'policy',
  clipboardSeconds: 'clipboard',
  idleLockMinutes: 'idle',
  notifications: 'notifications',
} as const satisfies Record<TakenSetting, keyof Texts['settings']>;

export const settingName = (name: TakenSetting, { settings }: Texts): string =>
  settings[LABELS[name]];

export function settingValue(
  name: TakenSetting,
  value: ChangedSetting['from'],
  { settings, connectionFile }: Texts,
): string {
  switch (name) {
    case 'scheme':
      return settings.schemes[value as keyof Texts['settings']['schemes']];
    case 'language':
      return settings.languages[value as keyof Texts['settings']['languages']];
    case 'rotationPolicyDays':
      return `${String(value)} ${settings.policyUnit}`;
    case 'clipboardSeconds':
      return `${String(value)} ${settings.clipboardUnit}`;
    case 'idleLockMinutes':
      return `${String(value)} ${settings.idleUnit}`;
    case 'notifications':
      return value === true ? connectionFile.take.on : connectionFile.take.off;
  }
}
