// The router on Chromium's own history: places are steps, Back and Forward move through them, a question costs none.
import { beforeEach, describe, expect, it } from 'vitest';
import { eventually } from './support/browser.ts';
import { drafts, holdDraft } from '../../renderer/state/drafts.svelte.ts';
import { router } from '../../renderer/state/router.svelte.ts';

const at = (screen: string, id: string | null = null) =>
  eventually(() => {
    expect(router.route).toMatchObject({ screen, id });
    expect(location.hash).toBe(`#/-/${screen}${id === null ? '' : `/${id}`}`);
  });
let places = 0;
/** A place nobody was at before. */
const newPlace = () => `place-${String((places += 1))}`;

describe('the address', () => {
  let first: string;
  let second: string;
  beforeEach(async () => {
    [first, second] = [newPlace(), newPlace()];
    router.go({ connection: null, screen: first, id: null });
    router.go({ screen: second });
    await at(second);
  });

  it('leads back and forward, and the arrows of the window know how far', async () => {
    expect(router.canGoBack).toBe(true);
    expect(router.canGoForward).toBe(false);
    router.back();
    await at(first);
    expect(router.canGoForward).toBe(true);
    router.forward();
    await at(second);
    expect(router.canGoForward).toBe(false);
  });

  it('of a selection is no step: Back leads past it', async () => {
    router.replace({ id: 'svc-payroll' });
    await at(second, 'svc-payroll');
    router.back();
    await at(first);
  });

  it('leads to a place that is opened while Back is still on its way, one step after the one Back leads to', async () => {
    const third = newPlace();
    router.back();
    router.go({ screen: third });
    await at(third);
    router.back();
    await at(first);
    router.forward();
    await at(third);
  });

  it('leads to a place that is opened while Forward is still on its way', async () => {
    router.back();
    await at(first);
    const third = newPlace();
    router.forward();
    router.go({ screen: third });
    await at(third);
    router.back();
    await at(second);
  });

  it('leads as many steps back as Back is pressed, however fast', async () => {
    const third = newPlace();
    router.go({ screen: third });
    router.back();
    router.back();
    await at(first);
  });

  it('stays where there is nothing ahead, and goes on from there', async () => {
    const third = newPlace();
    router.forward();
    router.go({ screen: third });
    await at(third);
    router.back();
    await at(second);
  });

  it('that is followed as a link is a step like any other', async () => {
    const third = newPlace();
    location.hash = `#/-/${third}/x`;
    await at(third, 'x');
    router.back();
    await at(second);
  });

  it('is given back while a draft is asked about, and Forward still leads on afterwards', async () => {
    const gone = holdDraft({ name: () => 'Changes', isUnsaved: () => true });
    router.back();
    await eventually(() => {
      expect(drafts.asked).toBe(true);
      expect(location.hash).toBe(`#/-/${second}`);
    });
    expect(router.route.screen).toBe(second);
    drafts.discard();
    gone();
    await at(first);
    router.forward();
    await at(second);
  });

  it('is kept where the person stays, and the next Back asks again', async () => {
    const gone = holdDraft({ name: () => 'Changes', isUnsaved: () => true });
    for (let i = 0; i < 2; i += 1) {
      router.back();
      await eventually(() => {
        expect(drafts.asked).toBe(true);
      });
      drafts.stay();
      await at(second);
    }
    gone();
    router.back();
    await at(first);
  });

  it('that was typed over the present one is asked about, and taken back until it is answered', async () => {
    const gone = holdDraft({ name: () => 'Changes', isUnsaved: () => true });
    const typed = newPlace();
    location.hash = `#/-/${typed}`;
    await eventually(() => {
      expect(drafts.asked).toBe(true);
      expect(location.hash).toBe(`#/-/${second}`);
    });
    drafts.discard();
    gone();
    await at(typed);
  });
});
