// What the platform lists can be acted on, whatever names it has: over real two-way TLS.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { messageDesk } from '../support/message-desk.ts';
import { openReading } from '../support/open-reading.ts';
import { connectTo, startSteward, type Steward, valueOf } from '../support/steward.ts';

describe('users who exist', () => {
  let platform: Platform;
  let steward: Steward;
  let connection: string;
  beforeAll(async () => {
    platform = await startPlatform({ users: 1 });
    steward = await startSteward();
    ({ connection } = await connectTo(steward, platform));
  });
  afterAll(async () => {
    await steward.stop();
    await platform.stop();
  });

  it.each([
    ...[
      'lønn system',
      'dom\\x',
      'a/b',
      '100%',
      'nr#1',
      'hva?',
      'a%2fb',
      'a\u200eb',
      'x'.repeat(200),
      'x'.repeat(300),
    ],
  ])('FLD-15 every act is done to %j', async (userName) => {
    const { client } = steward;
    const all = client.enterpriseUsers;
    platform.control.addUser(userName);
    const { users } = await valueOf(all.list({ connection }));
    expect(users.map((user) => user.userName)).toContain(userName);
    expect(await valueOf(all.get({ connection, userName }))).toMatchObject({ userName });
    await valueOf(all.changeNote({ connection, userName, note: 'seen' }));
    await valueOf(all.history({ connection, userName }));
    const { secret } = await valueOf(all.rotateSecret({ connection, userName }));
    const shown = await valueOf(client.oneTimeSecrets.reveal({ secret }));
    expect(shown.secret).toBe(platform.control.secretOf(userName));
    // A new name has its rules.
    expect(await all.create({ connection, userName: `${userName}/` })).toMatchObject({
      failure: { kind: 'invalid-input' },
    });
    const newName = `plain-${String(users.length)}`;
    await valueOf(all.rename({ connection, userName, newName }));
    platform.control.addUser(userName);
    // Another one of that name is first seen, then deleted.
    await valueOf(all.list({ connection }));
    await valueOf(all.remove({ connection, userName }));
    expect(platform.control.users).toContain(newName);
    expect(platform.control.users).not.toContain(userName);
  });
});

describe('messages that exist', () => {
  const world = openReading({ messages: 3 });
  const openDesk = () => {
    const desk = messageDesk(world());
    desk.control.shape.linkPaths = 'documented';
    return desk;
  };

  it.each(['a/1', 'blå brev 100%', 'q?x=1#2', 'a%2fb', 'v1..2', "o'hara;x", '+47\\b'])(
    'FLD-15 every act is done to the message %j',
    async (id) => {
      const { client, at, make, shown, truth } = openDesk();
      const letter = make({ id, state: 'unread', asksConfirmation: true });
      const { messages } = await valueOf(client.messages.list({ ...at, all: true }));
      expect(messages.map((one) => one.id)).toContain(id);
      expect(await shown(id)).toMatchObject({ id });
      await valueOf(client.messages.confirm(letter.at));
      await valueOf(client.messages.remove(letter.at));
      expect(truth(id)).toMatchObject({ confirmed: true, binned: true });
    },
  );

  // A link with an encoded slash is not followed (LNK-01).
  it.each(['vedlegg 1 100%', 'q?x=1#2', 'v1..2', "o'hara;å"])(
    'FLD-15 every act is done to the form and the attachment %j',
    async (part) => {
      const { client, make, place, folder, shown, truth } = openDesk();
      const attachments = [{ id: part, fileName: 'a.txt', bytes: Buffer.from('as it is') }];
      const task = make({ id: `m ${part}`, formId: part, kind: 'FormTask', attachments });
      const found = await shown(task.at.message);
      expect([found.forms, found.attachments]).toMatchObject([[{ id: part }], [{ id: part }]]);

      const inForm = { ...task.at, form: part };
      const { xml } = await valueOf(client.forms.data(inForm));
      const { dataFormatId, dataFormatVersion } = await valueOf(client.forms.get(inForm));
      const format = {
        dataFormatId: dataFormatId ?? '',
        dataFormatVersion: dataFormatVersion ?? '',
      };
      const changed = `${xml.trimEnd()}<!-- seen -->`;
      await valueOf(client.forms.replace({ ...inForm, ...format, xml: changed }));
      expect(truth(task.at.message).forms[0]?.data).toContain('<!-- seen -->');

      const inAttachment = { ...task.at, attachment: part };
      await valueOf(client.attachments.save({ ...inAttachment, target: place(`${part.length}`) }));
      expect(readFileSync(path.join(folder, `${part.length}`), 'utf8')).toBe('as it is');
      await valueOf(client.attachments.remove(inAttachment));
      expect(truth(task.at.message).attachments).toEqual([]);
    },
  );
});
