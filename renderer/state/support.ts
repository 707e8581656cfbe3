// Copies a report for the platform's support; main writes it without secrets.
import { client } from './main-process.ts';

/** Answers whether there still is a record of the call with this reference. */
export async function copySupportReport(reference: string): Promise<boolean> {
  const answer = await client.explorer.copySupportReport({ reference });
  return answer.ok;
}
