// That a journey hears whatever the page complains about: no other journey could fail on it otherwise.
import { expect, test } from './program.ts';

test('warnings and errors, what nobody caught, a loop of ResizeObserver and a broken policy are heard, and nothing else', async ({
  connected: { page, complaints },
}) => {
  await page.evaluate(async () => {
    console.log('only said');
    console.warn('warned');
    console.error('failed');
    setTimeout(() => {
      throw new Error('thrown');
    });
    void Promise.reject(new Error('rejected'));
    new Image().src = 'https://elsewhere.example/picture.png';
    const box = document.createElement('div');
    document.body.append(box);
    await new Promise<void>((done) => {
      let seen = 0;
      const observer = new ResizeObserver(() => {
        box.style.height = `${String(box.offsetHeight + 1)}px`;
        seen += 1;
        if (seen < 2) return;
        observer.disconnect();
        box.remove();
        done();
      });
      observer.observe(box);
    });
  });
  const kinds = [
    /^warned$/,
    /^failed$/,
    /^error: thrown$/,
    /^error: rejected$/,
    /^error: ResizeObserver loop /,
    /^csp: img-src https:\/\/elsewhere\.example/,
    // The browser's own line about it.
    /Content Security Policy/,
  ];
  const unheard = () => kinds.filter((kind) => !complaints.some((one) => kind.test(one)));
  await expect.poll(unheard).toEqual([]);
  const heard = complaints.splice(0);
  expect(heard.filter((one) => !kinds.some((kind) => kind.test(one)))).toEqual([]);
});
