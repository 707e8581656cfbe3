// The page's own content security policy, the second barrier behind the header of the shells.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { contentSecurityPolicy } from '../../../main/shell/content-security-policy.ts';

const page = readFileSync(new URL('../../../renderer/index.html', import.meta.url), 'utf8');
const policy = /Content-Security-Policy"\s+content="([^"]+)"/.exec(page)?.[1] ?? '';
const rules = (text: string) =>
  text
    .split(';')
    .map((rule) => rule.trim())
    .filter((rule) => !rule.startsWith('frame-ancestors'))
    .sort();

it('CSP-01 the policy in the page is the one of the header, except what a page cannot say of itself', () => {
  expect(rules(policy)).toEqual(rules(contentSecurityPolicy));
  expect(policy).toContain("default-src 'none'");
});

it('CSP-03 no inline script, inline style or event attribute in the page', () => {
  expect(page).not.toMatch(/<style|\sstyle=|\son[a-z]+=|javascript:/i);
  expect([...page.matchAll(/<script[^>]*>([^<]*)</g)].map((match) => match[1])).toEqual(['']);
});
