// Whatever the page complains about fails the test in which it does: what these tests say is seen to fail them.
import { describe, it, onTestFinished } from 'vitest';

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

describe('a test fails by', () => {
  it.fails('a warning', () => {
    console.warn('Something is odd.');
  });

  it.fails('an error in the console', () => {
    console.error('Something is wrong.');
  });

  it.fails('what is said when that is taken away which it has shown', () => {
    onTestFinished(() => {
      console.warn('Something is left.');
    });
  });

  it.fails('a rejection that nobody waits for', () => {
    void Promise.reject(new Error('lost'));
  });

  it.fails('an error that nobody catches', () => {
    setTimeout(() => {
      throw new Error('lost');
    });
  });

  it.fails('a loop of ResizeObserver', async () => {
    const box = document.createElement('div');
    document.body.append(box);
    let width = 10;
    const observer = new ResizeObserver(() => (box.style.width = `${String((width += 1))}px`));
    observer.observe(box);
    onTestFinished(() => {
      observer.disconnect();
      box.remove();
    });
    await frame();
    await frame();
  });

  // Told as Chromium tells it: a policy that really stood here would stand in the tests that follow.
  it.fails('what the content security policy refuses', () => {
    document.dispatchEvent(
      new SecurityPolicyViolationEvent('securitypolicyviolation', {
        ...{ effectiveDirective: 'img-src', violatedDirective: 'img-src' },
        ...{ documentURI: document.URL, originalPolicy: "img-src 'none'" },
        ...{ disposition: 'enforce', statusCode: 200 },
      }),
    );
  });
});
