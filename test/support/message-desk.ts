// The message box of a party in tests: operations on messages, forms and attachments, and the platform's true state.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { MessageWish, ServiceSample } from '../platform/message-control.ts';
import { actingByCertificate, usualShape } from '../platform/shape.ts';
import type { MediaType } from './media-types.ts';
import type { OpenReading } from './open-reading.ts';
import { valueOf } from './steward.ts';
import { tempFolder } from './temp-folder.ts';

/** The organisation of the connection's certificate; `my` is the same box. */
export function messageDesk(world: OpenReading, mediaType: MediaType = 'application/hal+json') {
  const { platform, steward } = world;
  const { client, app } = steward;
  const { control } = platform;
  Object.assign(control.shape, usualShape(), actingByCertificate);
  const at = { connection: world.in(mediaType), who: 'my' };
  const folder = tempFolder('steward-messages');
  const truth = (id: string | null) => {
    const found = control.messages.find(id ?? '');
    if (found === undefined) throw new Error(`The platform has no message ${id ?? 'without id'}.`);
    return found;
  };
  const make = (wish: MessageWish = {}) => {
    const made = control.messages.make({ party: platform.organisationNumber, ...wish });
    return { ...made, at: { ...at, message: made.id } };
  };
  return {
    client,
    control,
    at,
    folder,
    truth,
    make,
    executed: (operation: string) => control.executed(operation),
    /** A handle for a new file with this content. */
    file: (name: string, content: string | Buffer) => {
      const written = path.join(folder, name);
      writeFileSync(written, content);
      return app.handleFor(written);
    },
    /** A handle to write there. */
    place: (name: string) => app.targetFor(path.join(folder, name)),
    /** A handle to read what is there, or is not. */
    picked: (name: string) => app.handleFor(path.join(folder, name)),
    shown: (message: string) => valueOf(client.messages.get({ ...at, message })),
    /** A form task of this service that is being filled in, with its main form prefilled by the platform. */
    begun: async (service: ServiceSample) => {
      const { id } = await valueOf(
        client.messages.create({ ...at, ...serviceOf(service), then: 'fill-in' }),
      );
      return id ?? '';
    },
  };
}

export const serviceOf = ({ code, edition }: ServiceSample) => ({
  serviceCode: code,
  serviceEdition: edition,
});

export const mainFormOf = ({ mainForm }: ServiceSample) => ({
  dataFormatId: mainForm.dataFormatId,
  dataFormatVersion: mainForm.dataFormatVersion,
  xml: mainForm.data,
});
