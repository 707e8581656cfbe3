// The pages of the identity provider: static, without scripts, usable by a browser or a plain client.
import type { Answer } from './call.ts';
import type { Person } from './persons.ts';

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const safe = (text: string): string => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? '');

export function html(title: string, content: string): string {
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>${safe(title)}</title>
<style>body{font:1rem/1.5 sans-serif;max-width:34rem;margin:3rem auto;padding:0 1rem}label{display:block}</style>
</head><body><main><h1>${safe(title)}</h1>${content}</main></body></html>`;
}

export function pageAnswer(status: number, reason: string, text: string): Answer {
  const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
  return {
    status,
    reason,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'X-Content-Type-Options': 'nosniff',
    },
    body: text,
  };
}

/** Who signs in, and to what: field `person`, button `action` with `sign-in` or `deny`. */
export function signInForm(persons: readonly Person[], scopes: readonly string[], level: string) {
  const choices = persons.map(
    ({ id, name }, at) =>
      `<label><input type="radio" name="person" value="${safe(id)}"${at === 0 ? ' checked' : ''}> ${safe(name)}</label>`,
  );
  const wanted = scopes.map((scope) => `<li>${safe(scope)}</li>`);
  const content = `<form method="post"><fieldset><legend>Who are you?</legend>${choices.join('')}</fieldset>
<p>Security level: ${safe(level)}. The program asks for:</p><ul>${wanted.join('')}</ul>
<button name="action" value="sign-in">Sign in</button> <button name="action" value="deny">Cancel</button></form>`;
  return html('Sign in', content);
}

/** `form` is the provider's own, with its id. */
export function signOutForm(form: string): string {
  const button = '<button form="op.logoutForm" name="logout" value="yes">Sign out</button>';
  return html('Sign out', `${form}${button}`);
}

export function errorPage(facts: Readonly<Record<string, unknown>>): string {
  const rows = Object.entries(facts).map(
    ([name, value]) => `<dt>${safe(name)}</dt><dd>${safe(String(value))}</dd>`,
  );
  return html('Sign-in failed', `<dl>${rows.join('')}</dl>`);
}
