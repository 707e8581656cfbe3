// How tests answer for the person whom main asks: only questions that name act and target in plain words.
import type { Question } from '../../main/shell/shell.ts';

/** Targets that a command line names; a person reads of them in words. */
const ABSTRACT = new Set([
  ...['anyway', 'secrets', 'everything', 'shared', 'idleLockMinutes', 'clipboardSeconds'],
  ...['one-time-secrets', 'form-drafts', 'jobs', 'backup'],
  // The party of the one who is signed in.
  'my',
]);

/** One sentence that asks, what follows from a yes, two answers, and the name of each target. Throws an Error that says what is wrong. */
export function expectWellPut({ message, detail, yes, no, targets }: Question): void {
  const faults = [
    // A name of the platform's may be long, and is there whole.
    ...(/^\p{Lu}[^\n]{5,1050}\?$/u.test(message) ? [] : ['it does not ask']),
    ...(/^[^\n]{5,2200}\.(\n[^\n]{5,400}\.)*$/u.test(detail)
      ? []
      : ['it does not say what follows']),
    ...([yes, no].every((answer) => /^\p{Lu}/u.test(answer)) && yes !== no ? [] : ['its answers']),
    ...(targets.length > 0 ? [] : ['it has no target']),
    ...targets
      .filter((target) => !ABSTRACT.has(target) && !`${message}\n${detail}`.includes(target))
      .map((target) => `it does not name ${target}`),
  ];
  if (faults.length > 0) throw new Error(`${faults.join(', ')}: ${message}\n${detail}`);
}

/** As the window's question box shows them, in both languages: the act, and somebody or something that it is done to. */
const SHOWN: readonly RegExp[] = [
  /^(Connect to|Koble til) [a-z0-9.:-]+(, [a-z0-9.:-]+)*( (and|og) [a-z0-9.:-]+)?\?\n\n\S.+: (gets|får|all) /,
  /^(Trust the certificates in|Stole på sertifikatene i) .+ for [a-z0-9.:-]+\?\n\n/,
  /^(Show the secret of|Vise hemmeligheten til) \S+\?\n\n\S/,
  /^Save the secret of \S+ .+\?\n\n\S/,
  /^Lagre hemmeligheten til \S+ .+\?\n\n\S/,
  /^(Rotate|Bytte) \d+ .+ (into the file|i filen) .+\?\n\n\S/,
  /^(Export messages of|Eksportere meldinger for) .+\?\n\n\S/,
  /^(Save everything of|Lagre alt for) .+ (in the folder|i mappen) .+\?\n\n\S/,
  /^(Save|Lagre) \d+ .+ (in the file|i filen) .+\?\n\n\S/,
  /^(Take over|Ta over) .+ (from the file|fra filen) .+\?\n\n\S/,
  /^(Save all secrets|Lagre alle hemmeligheter) .+\?\n\n\S/,
  /^(Bring back the backup|Hente tilbake sikkerhetskopien) .+\?\n\n\S/,
  /^(Keep secrets in memory|Ha hemmeligheter i minnet) .+\?\n\n\S/,
  /^(Use|Bruke) .+ (instead of|i stedet for) .+\?\n\n\S/,
  /^(Use the places from|Bruke stedene fra) .+\?\n\n\S/,
  /^(Remove|Fjerne) .+\?\n\n\S/,
  /^(Erase|Slette) .+ (on this computer|på denne maskinen)\?\n\n\S/,
  /^(Delete|Slette) \d+ .+ (of|for) .+\?\n\n\S/,
  /^(Send|Sende) \d+ .+ (as|som) .+\?\n\n\S/,
  /^(Ask|Be) .+ (to give access to|om å gi tilgang til) .+\?\n\n\S/,
  /^(Ask|Be) .+ (for consent|om samtykke)\?\n\n\S/,
  /^(Withdraw|Trekke tilbake) .+\?\n\n\S/,
  /^(Copy the|Kopiere) .+\?\n\n\S/,
  /^(Give up|Gi fra seg) .+\?\n\n\S/,
  /^(Log|Registrere) .+\?\n\n\S/,
  /^(Confirm that file|Bekrefte at filen) [0-9a-f-]{36} .+\?\n\n\S/,
  /^(Give up|Gi opp) .+\?\n\n\S/,
  /^(Give access to|Gi tilgang til) .+\?\n\n\S/,
  /^(Give|Gi) \d+ .+ (in|i|for) .+\?\n\n(To|Til) \S/,
  /^(Delete message|Slette melding) .+ (of|for) .+\?\n\n\S/,
  /^(Quit before|Avslutte før) .+\?\n\n\S/,
  /^(Wait longer|Keep secrets|Check for new|Vente lenger|La hemmeligheter|Se etter nye) .+\?\n\n\S/,
];
/** Whether a question box asks for a consent; what else the shell asks (whether to open the browser) is the journey's to answer. */
export const asksForConsent = (text: string): boolean => SHOWN.some((form) => form.test(text));

/** The Chromium shell's question in place of a dialog that saves: a journey's person takes what it offers. */
export const asksForPlace = (text: string): boolean =>
  /^(Save .+ in|Use the folder|Lagre .+ i|Bruke mappen) .+\?$/.test(text);

/** What a question box of the Chromium window asks, without the digits that it wants typed, and those. Undefined for a box of another kind. */
export function typedQuestion(
  text: string,
): { readonly asks: string; readonly digits: string; readonly isAgain: boolean } | undefined {
  const [, asks = '', line = '', digits = ''] = /^(.+)\n\n([^\n]+) (\d\d)$/su.exec(text) ?? [];
  return digits === '' ? undefined : { asks, digits, isAgain: /quick|fort/.test(line) };
}

/**
 * The one way in which tests and journeys answer what main asks in a window, as a person does: `says` for each question that is put,
 * in Chromium by typing the digits for a yes; undefined leaves it open. What was answered too soon is asked once more, and answered as before.
 */
export function answerQuestions(
  window: { on(event: 'dialog', hear: (dialog: AskedDialog) => void): unknown },
  says: (asks: string) => boolean | undefined,
): void {
  let before: { readonly asks: string; readonly yes: boolean | undefined } | undefined;
  window.on('dialog', (dialog) => {
    const question =
      dialog.type() === 'prompt'
        ? typedQuestion(dialog.message())
        : // A system's box has buttons.
          { asks: dialog.message(), digits: undefined, isAgain: false };
    if (question === undefined || dialog.type() === 'beforeunload') return;
    const { asks, digits, isAgain } = question;
    const yes = isAgain && before?.asks === asks ? before.yes : says(asks);
    before = { asks, yes };
    if (yes === undefined) return;
    void (yes ? dialog.accept(digits) : dialog.dismiss()).catch(() => undefined);
  });
}
interface AskedDialog {
  type(): string;
  message(): string;
  accept(typed?: string): Promise<void>;
  dismiss(): Promise<void>;
}

/** For what is tested without a person. */
export const nobodyAsked = { allow: async (): Promise<void> => undefined };
