// The attachments of a message: adding files of any size, removing them, and saving them to files.
import { savedFile } from './files.ts';
import { attachmentType } from './messages.ts';
import { read, write } from './operation.ts';
import { byteProgress, id, party, readHandle, resourceId, saveTarget, z } from './schema.ts';

const inMessage = z.strictObject({ connection: id, who: party, message: resourceId });
const target = inMessage.extend({ attachment: resourceId });
/** `settledByList`: the answer was lost, and the platform's own list has shown that the file is there. */
const added = z.object({ id: z.string().nullable(), settledByList: z.boolean() });
const subject = (input: { connection: string; message: string; attachment?: string }) => ({
  connection: input.connection,
  object: `message ${input.message}, attachment ${input.attachment ?? 'new'}`,
});

export const attachments = {
  /** POST /api/{who}/messages/{messageid}/attachments. In the body of the call, at most 1 MiB; larger ones go by `stream`. */
  add: write({
    approval: 'none',
    input: inMessage.extend({ file: readHandle, type: attachmentType }),
    output: added,
    subject,
  }),
  /** POST /api/{who}/messages/{messageid}/attachments/streamedattachment. Of any size, in constant memory. */
  stream: write({
    approval: 'none',
    input: inMessage.extend({ file: readHandle, type: attachmentType }),
    output: added,
    progress: byteProgress,
    subject,
  }),
  /** DELETE /api/{who}/messages/{messageid}/attachments/{attachmentid}. */
  remove: write({ approval: 'none', input: target, output: z.object({}), subject }),
  /**
   * GET /api/{who}/messages/{messageid}/attachments/{attachmentid}.
   * Into a file that is not there yet, or under a safe and free name into a folder.
   */
  save: read({
    approval: 'none',
    input: target.extend({ target: saveTarget }),
    output: savedFile,
    progress: byteProgress,
  }),
};
