// Settings of the program on this computer, stored in one document; every window is told of a change.
import type { Handlers } from '../../preload/contract/contract.ts';
import { type Settings, settings } from '../../preload/contract/settings.ts';
import type { Policy } from '../policy/policy.ts';
import type { Document, Documents } from '../storage/documents.ts';

const INITIAL: Settings = {
  scheme: 'auto',
  language: 'auto',
  rotationPolicyDays: 180,
  // A copied secret stays no longer (CLP-02).
  clipboardSeconds: 30,
  idleLockMinutes: 10,
  updateAddress: null,
  notifications: true,
};

export function openSettings(documents: Documents): Promise<Document<Settings>> {
  return documents.open('settings', settings, INITIAL);
}

export interface SettingsNeeds {
  readonly settings: Document<Settings>;
  readonly policy: Pick<Policy, 'allowSettings'>;
  readonly changed: (now: Settings) => void;
}

export function settingsService({
  settings: document,
  policy,
  changed: tell,
}: SettingsNeeds): Handlers<'settings'> {
  return {
    get: async () => document.value(),
    async change(input) {
      policy.allowSettings(input);
      const given = Object.entries(input).filter(([, value]) => value !== undefined);
      const changed = await document.change((now) => ({ ...now, ...Object.fromEntries(given) }));
      tell(changed);
      return changed;
    },
  };
}
