// Which operations need an approval, by the word of the contract, and the reviewed list of those that need none.
import { describe, expect, it } from 'vitest';
import { type Operation, read, write } from '../../preload/contract/operation.ts';
import { z } from '../../preload/contract/schema.ts';
import { operations } from '../support/contract-samples.ts';
import { tell } from './report.ts';

/**
 * Changes something, takes in a secret or writes a file, and asks nobody. A line here is a decision: what the page alone can do with it
 * is what its heading says, and no more.
 */
const ASKS_NOBODY: Readonly<Record<string, readonly string[]>> = {
  'a secret comes in; where it may go is asked when a connection uses it': [
    'credentials.importCertificate',
    'credentials.inspectCertificate',
    'credentials.addApiKey',
    'credentials.addProxyPassword',
    'credentials.addPassword',
    'credentials.importPrivateKey',
    'connectionFile.read',
    'signIn.pasteToken',
  ],
  'ordinary work at the platform, one thing at a time, which the window confirms where it cannot be undone':
    [
      'signIn.verifySecret',
      'enterpriseUsers.create',
      'enterpriseUsers.rename',
      'enterpriseUsers.remove',
      'enterpriseUsers.rotateSecret',
      'messages.create',
      'messages.replace',
      'messages.sign',
      'messages.confirm',
      'messages.archive',
      'forms.add',
      'forms.replace',
      'forms.remove',
      'attachments.add',
      'attachments.stream',
      'attachments.remove',
      'roleDefinitions.create',
      'roleDefinitions.replace',
      'roleDefinitions.remove',
      'contactInformation.add',
      'contactInformation.remove',
    ],
  'takes back what was given': ['delegations.takeRole', 'delegations.takeRight'],
  'many at once: of a file that a person picked, or without a change at the platform': [
    'jobs.startContactEntries',
    'jobs.startLookUp',
    'jobs.startSynchronise',
  ],
  'goes on with, ends or forgets what was allowed at its start': [
    'jobs.retry',
    'jobs.resume',
    'jobs.stop',
    'jobs.resolveRow',
    'jobs.forget',
  ],
  'on this computer alone; no secret is lost by it': [
    'connections.remove',
    'places.forget',
    'connections.askOffers',
    'enterpriseUsers.changeNote',
    'enterpriseUsers.tellRotation',
    'oneTimeSecrets.keep',
  ],
  'documents into a file or a folder, at the place that a person picked for them': [
    'messages.print',
    'forms.saveData',
    'formDrafts.save',
    'attachments.save',
    'jobs.startFileDownload',
  ],
  'a list, a report or open data into a file, at the place that a person picked': [
    'app.saveBillOfMaterials',
    'app.saveReport',
    'enterpriseUsers.exportList',
    'jobs.saveReport',
    'activity.exportCsv',
    'lookups.save',
    'reference.saveCodeList',
    'handOver.saveEncrypted',
    'connectionFile.save',
    'xsd.save',
    'roleDefinitions.exportRole',
    'roleDefinitions.exportAll',
    'delegations.exportList',
    'contactInformation.exportList',
    'serviceOwner.exportResults',
    'partyAccess.exportReportees',
    'partyAccess.exportAccess',
    'serviceRights.exportList',
    'ownerRequests.exportConsents',
    'ownerEvents.exportEvents',
  ],
  'selects a file that was saved, or tries a place with a line of no secret': [
    'files.show',
    'jobs.testDestination',
  ],
};

const shapeOf = (shape: z.ZodType, io: 'input' | 'output') =>
  JSON.stringify(z.toJSONSchema(shape, { io, unrepresentable: 'any' }));
const takesSecret = ({ input }: Operation) => shapeOf(input, 'input').includes('"takes":"secret"');
const saves = ({ input }: Operation) => shapeOf(input, 'input').includes('"handle":"save"');
const reveals = ({ output }: Operation) => shapeOf(output, 'output').includes('"reveals":true');

describe('ATK-03 each operation says which approval it needs', () => {
  it('ATK-03 one without the word, or with another, does not compile', () => {
    const shapes = { input: z.strictObject({}), output: z.object({}) };
    const subject = () => ({ object: 'x' });
    // @ts-expect-error -- without the word
    const unsaid: readonly unknown[] = [read(shapes), write({ ...shapes, subject })];
    // @ts-expect-error -- a word that main has no question for
    const unknown = write({ ...shapes, subject, approval: 'perhaps' });
    const said = write({ ...shapes, subject, approval: 'erase' });
    const kept: 'erase' = said.approval;
    expect([unsaid.length, unknown.effect, kept]).toEqual([2, 'write', 'erase']);
  });

  it('ATK-03 ATK-25 what answers with a secret, or writes one into a file, is asked about', () => {
    const letsOut = operations.filter(
      ([, one]) => reveals(one) || (one.effect === 'write' && saves(one) && takesSecret(one)),
    );
    const words = Object.fromEntries(letsOut.map(([name, { approval }]) => [name, approval]));
    tell('ATK-25', Object.keys(words).join(', '), 'each needs a person');
    expect(words).toEqual({
      'oneTimeSecrets.reveal': 'reveal',
      'oneTimeSecrets.look': 'reveal',
      'oneTimeSecrets.saveEncrypted': 'reveal',
      'connectionFile.saveEncrypted': 'reveal',
      'jobs.startRotation': 'reveal',
      'backup.make': 'reveal',
    });
  });

  it('ATK-03 whatever changes something, takes a secret or writes a file asks, or is in the reviewed list', () => {
    const weighty = operations.filter(
      ([, one]) => one.effect === 'write' || takesSecret(one) || saves(one) || reveals(one),
    );
    const unasked = weighty.filter(([, { approval }]) => approval === 'none');
    expect(unasked.map(([name]) => name).sort()).toEqual(Object.values(ASKS_NOBODY).flat().sort());
  });
});
