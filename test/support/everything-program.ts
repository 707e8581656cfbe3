// The part of everything.ts about the program itself: versions, libraries, reports, the data folder, erasing.

type Call = <T>(name: string, input: unknown, expected?: string) => Promise<T>;

/** Each operation once; erasing finds itself held. */
export async function tendEverything(call: Call, file: (name: string) => string): Promise<void> {
  await call('today.list', {});
  await call('today.noteShown', { shown: false });
  await call('updates.state', {});
  for (const name of ['check', 'download']) await call(`updates.${name}`, {}, 'conflict');
  await call('updates.install', { anyway: true }, 'conflict');
  await call('app.components', {});
  await call('app.saveBillOfMaterials', { target: file('bill.json') }, 'not-found');
  await call('app.report', {});
  await call('app.saveReport', { target: file('report.txt') });
  await call('app.tellFault', { name: 'TypeError', frames: ['at run (app.js:1:2)'] });
  await call('app.dataFolder', {});
  await call('app.check', {});
  await call('app.lostKeys', {});
  await call('app.renewKey', { key: 'jobs' }, 'conflict');
  await call('backup.make', { target: file('backup.age'), passphrase: 'correct horse battery' });
  await call('backup.bringBack', { file: file('b.age'), passphrase: 'any' }, 'conflict');
  // Held by what nobody has saved: what an erasing does has tests of its own, and much is looked at after this one.
  await call('app.holdDrafts', { drafts: 1 });
  await call('app.erase', { what: 'secrets', anyway: false });
  await call('app.holdDrafts', { drafts: 0 });
}
