// Journeys of message bodies: a hostile corpus, in the program and in the frame alone, and a letter with its links.
import { chromium, type Frame, type Page } from 'playwright-core';
import { en } from '../../renderer/texts/en.ts';
import { nb } from '../../renderer/texts/nb.ts';
import { messageBodyPage } from '../pages/message-body.ts';
import { type Attacker, startAttacker } from '../support/attacker.ts';
import { answerQuestions } from '../support/consent.ts';
import { type HostileBody, hostileBodies } from '../support/hostile-bodies.ts';
import { countWindows } from '../support/window.ts';
import { look, picture, useScheme } from './accessible.ts';
import { expect, test } from './program.ts';
import type { Steward } from './steward.ts';

const BODY = /^https:\/\/[0-9a-f]{32}\.message\.steward\.local\/(#x)?$/;
/** What a refused navigation leaves, and frames that never had a document. */
const NOWHERE = /^(|about:blank|about:srcdoc|chrome-error:\/\/chromewebdata\/)$/;
const DNS = 'attacker.example';

/** Bodies that do not swallow what follows them go together, to save time. */
function inGroups(bodies: readonly HostileBody[]): readonly HostileBody[] {
  const swallows =
    /^(mxss|svg|math|nested|open|many|script-un|style|frameset|body|clobber|meta|link-icon|shadow)/;
  const alone = bodies.filter(({ name }) => swallows.test(name));
  const others = bodies.filter(({ name }) => !swallows.test(name) && name !== 'huge');
  const groups = Array.from({ length: Math.ceil(others.length / 8) }, (_, at) => {
    const group = others.slice(at * 8, at * 8 + 8);
    return {
      name: group.map(({ name }) => name).join(),
      html: group.map(({ html }) => `<div>${html}</div>`).join('\n'),
    };
  });
  return [...groups, ...alone];
}

/** Elements and attributes of a frame's document that a letter has no need of. */
const notOfALetter = (frame: Frame): Promise<string[]> =>
  frame.evaluate(() => {
    const harmless =
      /^(A|ABBR|ACRONYM|ADDRESS|ARTICLE|ASIDE|B|BIG|BLOCKQUOTE|BR|CAPTION|CENTER|CITE|CODE|DD|DEL|DFN|DIV|DL|DT|EM|FIG\w+|FOOTER|H[1-6]|HEADER|HR|I|INS|KBD|LI|MAIN|MARK|NAV|OL|P|PRE|Q|S|SAMP|SECTION|SMALL|SPAN|STRIKE|STRONG|SUB|SUP|TABLE|TBODY|TD|TFOOT|TH|THEAD|TIME|TR|TT|U|UL|VAR|WBR)$/;
    const attributes =
      /^(align|class|colspan|data-link|dir|lang|rowspan|scope|start|title|valign)$/;
    // Of a link the only address is its number: pressed, it leads nowhere.
    const leadsNowhere = ({ name, value }: Attr) => name === 'href' && /^\/[1-9]\d*$/.test(value);
    return [...document.body.querySelectorAll('*')].flatMap((element) => [
      ...(harmless.test(element.tagName) ? [] : [element.tagName]),
      ...[...element.attributes]
        .filter((one) => !attributes.test(one.name) && !leadsNowhere(one))
        .map(({ name }) => name),
    ]);
  });

/** Nothing left the window, and nothing in it went anywhere but to a page that says it was refused. */
async function expectNothing({ page }: Steward, attacker: Attacker): Promise<void> {
  // A press that asks for another window gets none: it is closed before it has asked for anything.
  await expect.poll(() => countWindows(page)).toBe(1);
  expect(attacker.hits).toEqual([]);
  expect(page.url()).toMatch(/^https:\/\/steward\.local\/index\.html#/);
  const [, ...within] = page.frames().map((frame) => frame.url());
  const elsewhere = within.filter((url) => !BODY.test(url) && !NOWHERE.test(url));
  expect(elsewhere).toEqual([]);
}

/** In frames made as the program makes them, or without their attribute: then the header is all there is. */
async function showAlone(steward: Steward, bodies: readonly HostileBody[], sandbox: boolean) {
  const { page } = steward;
  const addresses: string[] = [];
  for (const { html } of bodies) {
    const text = html.slice(0, 1_000_000);
    const pieces = text.match(/[^]{1,65536}/g) ?? [];
    const shown = await steward.call('messages.showBody', {
      html: pieces,
      scheme: 'light',
      title: '',
    });
    addresses.push((shown as { address: string }).address);
  }
  await page.evaluate(
    ({ addresses, sandbox }) => {
      document.getElementById('hostile')?.remove();
      const place = document.createElement('div');
      place.id = 'hostile';
      Object.assign(place.style, { position: 'fixed', inset: '0', zIndex: '99', display: 'grid' });
      place.style.gridTemplateColumns = 'repeat(4, 320px)';
      const loaded = addresses.map((address) => {
        const frame = document.createElement('iframe');
        if (sandbox) frame.setAttribute('sandbox', '');
        Object.assign(frame.style, { width: '320px', height: '400px', border: '0' });
        frame.src = address;
        place.append(frame);
        return new Promise((done) => frame.addEventListener('load', done));
      });
      document.body.append(place);
      return Promise.all(loaded);
    },
    { addresses, sandbox },
  );
  return addresses;
}

/** As a person would who believes the letter: every way of pressing where its link or button is. */
async function pressIn(page: Page, bodies: readonly HostileBody[]): Promise<void> {
  for (const [at, { name }] of bodies.entries()) {
    if (!/link|form|base|details|math-href|svg-animate|custom|focus/.test(name)) continue;
    const spot = [(at % 4) * 320 + 34, Math.floor(at / 4) * 400 + 24] as const;
    await page.mouse.click(...spot, { button: 'middle' });
    await page.keyboard.down('Control');
    await page.mouse.click(...spot);
    await page.keyboard.up('Control');
    await page.mouse.click(...spot);
  }
}

/** The same bodies where nothing holds them back: the corpus is one that can do harm. */
async function expectHarmWithoutWalls(): Promise<void> {
  const attacker = await startAttacker((at) =>
    Object.fromEntries(
      hostileBodies(at, DNS)
        .filter(({ name }) => !/^(huge|many|nested|open|meta-refresh|frameset)/.test(name))
        .map(({ name, html }) => [`page-${name}`, html]),
    ),
  );
  const browser = await chromium.launch({
    executablePath: process.env['STEWARD_CHROMIUM'] ?? '/usr/bin/chromium',
    chromiumSandbox: process.getuid?.() !== 0,
  });
  const page = await browser.newPage();
  const names = hostileBodies(attacker.at, DNS).map(({ name }) => attacker.at(`page-${name}`));
  await page.goto(attacker.at('page-bidi'));
  await page.evaluate((addresses) => {
    for (const address of addresses) {
      const frame = document.createElement('iframe');
      frame.src = address;
      document.body.append(frame);
    }
  }, names);
  const heard = () => new Set(attacker.hits.filter((hit) => !hit.startsWith('page-')));
  await expect.poll(() => heard().size).toBeGreaterThan(40);
  await expect.poll(() => [...heard()]).toContain('js-img-onerror');
  await browser.close();
  await attacker.stop();
}

/** What it says about a handler in an attribute. */
const INLINE = /^Executing inline event handler violates |^csp: script-src-attr inline /;
/** What a browser says about what it did not do. */
const REFUSED =
  /^Blocked |^Refused |^Unsafe attempt |violates the following Content Security Policy|^The Content Security Policy |^Failed to load resource: net::ERR_(BLOCKED|ABORTED|FAILED)|^<|^Error: <|^csp: (frame-src|script-src-attr inline) |^Not allowed to |^Ignoring |^Mixed Content: |^Can't create a fenced frame|^Download is disallowed/;

test(
  'CSP-05 CSP-06 NAV-01 NAV-04 a corpus of hostile bodies runs nothing, asks nobody and leads nowhere, cleaned or not',
  { tag: '@hostile' },
  async ({ alone: steward, platform }) => {
    const { page } = steward;
    const attacker = await startAttacker();
    const bodies = hostileBodies(attacker.at, DNS);
    expect(bodies.length).toBeGreaterThanOrEqual(60);
    const view = messageBodyPage(page, en);
    const ran: string[] = [];
    // No body brings a question up by itself, and none that is not the message's own.
    const asked: string[] = [];
    page.on('dialog', (dialog) => asked.push(dialog.message()));
    page.on('console', (line) => {
      if (line.text().startsWith('ran-')) ran.push(line.text());
    });

    // Through the program: what reaches the frame is a letter.
    for (const { name, html } of inGroups(bodies)) {
      const body = name === 'frameset' ? html : `<p>Brev</p>${html}`;
      const { id } = platform.control.messages.make({ subject: name.slice(0, 60), body });
      if (name === 'frameset') {
        await view.go(id);
        await expect(view.said(en.messageBody.empty)).toBeVisible();
        continue;
      }
      const frame = await view.read(id);
      expect({ name, found: await notOfALetter(frame) }).toEqual({ name, found: [] });
    }
    await expectNothing(steward, attacker);
    // The cleaner reads handlers into a document of its own, where the policy refuses them: that alone is said.
    expect(steward.complaints.filter((one) => !INLINE.test(one))).toEqual([]);
    expect(platform.control.messages.markedRead).toEqual([]);

    // Not cleaned: the frame holds alone, and so does its header without the attribute.
    for (const sandbox of [true, false]) {
      for (let at = 0; at < bodies.length; at += 8) {
        const some = bodies.slice(at, at + 8);
        await showAlone(steward, some, sandbox);
        await pressIn(page, some);
        await expectNothing(steward, attacker);
      }
    }
    await page.evaluate(() => document.getElementById('hostile')?.remove());
    // Some is said late: all of it is heard once the program has ended.
    expect(await steward.end()).toBe(0);
    expect(ran).toEqual([]);
    expect(asked).toEqual([]);
    expect(attacker.hits).toEqual([]);
    // It had to refuse, and said so; nothing else was complained about.
    expect(steward.complaints.length).toBeGreaterThan(100);
    expect(steward.complaints.filter((one) => !REFUSED.test(one))).toEqual([]);
    steward.complaints.length = 0;
    await attacker.stop();
    await expectHarmWithoutWalls();
  },
);

const letter = `
<h1>Vedtak om tilskudd til ladepunkter</h1>
<p>Til <b>Fjordtrafikk AS</b>,</p>
<p>Vi viser til søknaden av 3. mars. Tilskuddet er innvilget med <strong>248&nbsp;000 kroner</strong>, fordelt slik:</p>
<table><caption>Fordeling</caption><thead><tr><th>Sted</th><th>Punkter</th><th align="right">Beløp</th></tr></thead>
<tbody><tr><td>Ytre havn</td><td>4</td><td align="right">160 000</td></tr><tr><td>Verkstedet</td><td>2</td><td align="right">88 000</td></tr></tbody></table>
<p>Les <a href="https://tilskudd.example.org/vedtak/2026/7512?vis=alt">hele vedtaket</a>, eller gå til
<a href="https://innlogging.example.net/skjema" style="color:red">https://tilskudd.example.org/klage</a> for å klage.
Spørsmål sendes til <a href="mailto:post@example.org">post@example.org</a>. <a href="javascript:alert(1)">Last ned</a>,
<a href="http://tilskudd.example.org/gammel">gammel side</a>, <a href="#vilkar">vilkårene</a>.</p>
<ul><li>Frist for utbetaling er 1. desember.</li><li>Tiltaketmåværeferdigstiltogdokumentertføredettetidspunktetutenopphold${'ogogså'.repeat(20)}.</li></ul>
<blockquote>Vedtaket kan påklages innen tre uker.</blockquote>
<img src="https://tilskudd.example.org/logo.png"><img src="https://sporing.example.net/p.gif" width="1">
<form action="https://innlogging.example.net"><input name="p"><button>Send</button></form>
<p>Med hilsen<br>Fjelldirektoratet</p>
${'<p>Vilkår følger vedtaket.</p>'.repeat(30)}`;

test(
  'CSP-07 CSP-08 MEM-02 RTY-07 a letter is read in its frame, its links are looked at, and the lock takes it away',
  { tag: ['@first', '@dark', '@inbox'] },
  async ({ alone: steward, platform }) => {
    const { page } = steward;
    const make = (subject: string, body: string) =>
      platform.control.messages.make({ subject, body }).id;
    const shot = (name: string) => picture(page, name);
    const view = messageBodyPage(page, en);
    const long = make('Vedtak \u202eom tilskudd', letter);

    await view.read(long);
    await expect(view.content).toContainText('248\u00a0000 kroner');
    await expect(view.frame).toHaveAttribute('sandbox', '');
    await expect(view.frame).toHaveAttribute('title', en.messageBody.frame('Vedtak om tilskudd'));
    await expect(view.said(en.messageBody.images(2))).toBeVisible();
    await expect(view.said(en.messageBody.fields)).toBeVisible();
    await expect(view.links).toHaveCount(4);
    await expect(view.links.nth(0)).toContainText('tilskudd.example.org');
    await expect(view.links.nth(1)).toContainText(
      en.messageBody.claims('tilskudd.example.org', 'innlogging.example.net'),
    );
    await view.showAll(6).click();
    await expect(view.links.nth(3)).toContainText(en.messageBody.notOpened.program);
    await expect(view.links.nth(4)).toContainText(en.messageBody.notOpened.insecure);
    await expect(view.links.nth(5)).toContainText(en.messageBody.notOpened.within);
    await look(steward, 'letter');
    // Each look of the letter is a document of its own: what is pressed below is the last one. Two changes that come before the
    // letter was made anew are none: it stands in the light first.
    await useScheme(steward, 'light');
    await expect(view.content).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    const before = (await view.frame.getAttribute('src')) ?? '';
    await useScheme(steward, 'dark');
    await expect(view.frame).not.toHaveAttribute('src', before);
    await useScheme(steward, 'light');
    await expect(view.content).toHaveCSS('background-color', 'rgb(255, 255, 255)');

    // A question stops the page, and a press may end only after it is answered. While a link is being opened, a press on another opens nothing.
    const questions: string[] = [];
    answerQuestions(page, (asks) => {
      questions.push(asks);
      return false;
    });
    const question = async (press: () => Promise<void>) => {
      const asked = questions.length;
      await press();
      await expect.poll(() => questions.length).toBe(asked + 1);
      await expect(view.opening).toHaveCount(0);
      return questions.at(-1);
    };
    // The host is shown before anything is opened; no means no, and is no failure.
    const pressOpen = () => view.open(2, 'innlogging.example.net').click();
    expect(await question(pressOpen)).toContain('innlogging.example.net');
    await expect(page.getByRole('alert')).toHaveCount(0);

    // A link in the text leads to the same question; nothing else has happened, and it can be asked again.
    const inText = (name: string) => view.content.getByRole('link', { name });
    const inFrame = () => page.evaluate(() => document.activeElement?.tagName === 'IFRAME');
    const pressEnter = async (name: string) => {
      await inText(name).focus();
      // Keys go into the frame once the browser has told the page that its focus is there.
      await expect.poll(inFrame).toBe(true);
      await page.keyboard.press('Enter');
    };
    await expect(inText('hele vedtaket')).toHaveAttribute('title', 'tilskudd.example.org');
    for (const press of [() => inText('hele vedtaket').click(), () => pressEnter('hele vedtaket')])
      expect(await question(press)).toContain('tilskudd.example.org');
    await expect(view.content).toContainText('248\u00a0000 kroner');
    // One that misleads leads to its line, which says so, and one that is not opened to the line that says why.
    await inText('https://tilskudd.example.org/klage').click();
    await expect(view.open(2, 'innlogging.example.net')).toBeFocused();
    await view.showFewer.click();
    await pressEnter('gammel side');
    await expect(view.links.nth(4)).toBeFocused();
    await shot('link-not-opened');
    await expect(view.frame).toHaveAttribute('sandbox', '');

    // By the keyboard: into the text, through it with the arrows, and out of it again with Tab.
    const shown = await view.frame.elementHandle();
    const letterFrame = (await shown?.contentFrame()) as Frame;
    const after = view.open(1, 'tilskudd.example.org');
    await after.focus();
    await page.keyboard.press('Shift+Tab');
    await expect.poll(inFrame).toBe(true);
    await expect(inText('vilkårene')).toBeFocused();
    await expect(view.said(en.messageBody.insideWithLinks)).toBeVisible();
    await page.keyboard.press('End');
    await expect
      .poll(() => letterFrame.evaluate(() => document.documentElement.scrollTop))
      .toBeGreaterThan(0);
    await shot('focus-inside');
    await page.keyboard.press('Escape');
    expect(await inFrame()).toBe(true);
    await page.keyboard.press('Tab');
    await expect(after).toBeFocused();

    // It takes a press: a document that goes to a number by itself is refused and asks nothing.
    const askedBefore = questions.length;
    // It has been refused before anything is pressed: a press meanwhile would be one way among others.
    await Promise.all([
      page.waitForEvent('requestfailed', (request) => request.url().endsWith('/1')),
      letterFrame.evaluate(() => {
        location.href = '/3';
        location.href = '/1';
      }),
    ]);
    expect(await question(() => inText('hele vedtaket').click())).toContain('tilskudd.example.org');
    expect(questions).toHaveLength(askedBefore + 1);

    // CSP-08: whatever it wants, it is drawn in its box.
    await view.read(make('Dekker alt', '<div style="position:fixed;inset:-999px">x</div>'));
    const box = await view.frame.boundingBox();
    const pane = await page.getByRole('complementary').last().boundingBox();
    expect(box && pane && box.x > pane.x && box.x + box.width < pane.x + pane.width).toBe(true);

    await view.read(
      make('Bare tekst', 'Hei,\n\ndette er tekst & ikke HTML: 1 < 2.\n\nHilsen\nKari'),
    );
    await expect(view.content).toHaveText(
      /Hei,\n\ndette er tekst & ikke HTML: 1 < 2\.\n\nHilsen\nKari/,
    );
    await shot('plain');
    await view.go(make('Tom', '<p> </p><img src="https://sporing.example.net/p.gif">'));
    await expect(view.said(en.messageBody.empty)).toBeVisible();
    await view.read(
      make('Lang', `<p>begynnelse</p>${'<p>en linje <b>til</b></p>'.repeat(45_000)}`),
    );
    await expect(view.said(en.messageBody.cut)).toBeVisible();
    await expect(view.content).toContainText('en linje til');

    await steward.call('settings.change', { language: 'nb' });
    await useScheme(steward, 'dark');
    const norsk = messageBodyPage(page, nb);
    const inner = await norsk.read(long);
    await norsk.showAll(6).click();
    expect(await inner.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
      'rgb(25, 32, 41)',
    );
    // The letters of the page, from the document itself: it can load nothing.
    const drawn = inner.evaluate(async () => {
      const fonts = await document.fonts.ready;
      const { fontSize } = getComputedStyle(document.body);
      const loaded = [...fonts].filter(({ status }) => status === 'loaded');
      return { fontSize, loaded: loaded.map(({ family }) => family.replaceAll('"', '')) };
    });
    const pageSize = await page.evaluate(() => getComputedStyle(document.body).fontSize);
    expect(await drawn).toMatchObject({ fontSize: pageSize });
    expect((await drawn).loaded).toContain('Inter Variable');
    await shot('letter-nb-dark');

    // Behind the lock nothing of it is left, not even at its address.
    const address = inner.url();
    const answer = page.waitForResponse(address);
    await steward.call('app.lock', {});
    await expect(norsk.frame).toHaveCount(0);
    await page.evaluate((src) => {
      document.body.append(Object.assign(document.createElement('iframe'), { src }));
    }, address);
    expect((await answer).status()).toBe(404);
    await expect.poll(() => steward.complaints).toEqual([expect.stringMatching(/status of 404/)]);
    steward.complaints.length = 0;
  },
);
