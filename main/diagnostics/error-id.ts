// The error id: the short code that connects what a person sees with the line in the log.
import { randomBytes } from 'node:crypto';

/** Eight hexadecimal digits in two groups; says nothing about what went wrong. */
export function newErrorId(): string {
  const hex = randomBytes(4).toString('hex');
  return `${hex.slice(0, 4)}-${hex.slice(4)}`;
}
