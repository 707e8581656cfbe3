// English texts of the first-run steps.
import { number } from '../formats.ts';

export const firstRun = {
  title: 'Connect to the platform',
  text: 'Three steps. Nothing is changed on the platform, and certificates and keys stay in the keychain of this computer.',
  steps: { environment: 'Environment', credential: 'Credential', test: 'Test' },
  stepOf: (n: number, all: number) => `Step ${number('en', n)} of ${number('en', all)}`,
  environmentTitle: 'Where, and for which organisation?',
  credentialTitle: 'How do you sign in?',
  credentialText:
    'You need an organisation certificate with its private key, and the API key you got for this environment.',
  testTitle: 'Does it work?',
  testText: 'The connection is saved. The test goes through it step by step.',
  next: 'Next',
  save: 'Save and test',
  begin: 'Begin',
  beginAnyway: 'Begin anyway',
  changeSomething: 'Change something',
  haveReady: 'Have this ready',
  needs: [
    'The base address of the platform’s API in one environment',
    'The organisation number',
    'A .p12 or .pfx file with the organisation certificate, and its passphrase',
    'An API key for that environment',
  ],
};
