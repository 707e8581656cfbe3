// A page script that tries every way a browser has to reach the outside, for the isolation tests of the Chromium shell.

/** Where the attacker listens. */
export interface Attacker {
  readonly http: number;
  readonly tcp: number;
  readonly udp: number;
}

/** The script's file: it says on `document.title` when it is done and how many ways it has tried. */
export function waysOut(attacker: Attacker): string {
  return `
const A = ${JSON.stringify(attacker)};
const at = (name) => 'http://127.0.0.1:' + A.http + '/' + name;
const add = (tag, given, parent = document.body) => {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(given)) made.setAttribute(key, value);
  parent.append(made);
  return made;
};
const rtc = async (server) => {
  const peer = new RTCPeerConnection({ iceServers: [server], iceCandidatePoolSize: 2 });
  peer.createDataChannel('x');
  await peer.setLocalDescription(await peer.createOffer());
  // All that it asks any server has been asked by then.
  while (peer.iceGatheringState !== 'complete')
    await new Promise((done) => peer.addEventListener('icegatheringstatechange', done, { once: true }));
  peer.close();
};
const WAYS = {
  fetch: () => fetch(at('fetch'), { mode: 'no-cors' }),
  xhr: () => { const x = new XMLHttpRequest(); x.open('GET', at('xhr')); x.send(); },
  socket: () => new WebSocket('ws://127.0.0.1:' + A.http + '/socket'),
  events: () => new EventSource(at('events')),
  beacon: () => navigator.sendBeacon(at('beacon'), 'x'),
  image: () => add('img', { src: at('image') }),
  script: () => add('script', { src: at('script') }),
  style: () => add('link', { rel: 'stylesheet', href: at('style') }, document.head),
  prefetch: () => add('link', { rel: 'prefetch', href: at('prefetch') }, document.head),
  preload: () => add('link', { rel: 'preload', as: 'image', href: at('preload') }, document.head),
  modulepreload: () => add('link', { rel: 'modulepreload', href: at('modulepreload') }, document.head),
  preconnect: () => add('link', { rel: 'preconnect', href: at('') }, document.head),
  icon: () => add('link', { rel: 'icon', href: at('icon') }, document.head),
  manifest: () => add('link', { rel: 'manifest', href: at('manifest') }, document.head),
  frame: () => add('iframe', { src: at('frame') }),
  object: () => add('object', { data: at('object') }),
  embed: () => add('embed', { src: at('embed') }),
  audio: () => add('audio', { src: at('audio'), preload: 'auto' }).load(),
  video: () => add('video', { poster: at('poster'), src: at('video') }),
  font: () => new FontFace('x', 'url(' + at('font') + ')').load(),
  background: () => { document.body.style.backgroundImage = 'url(' + at('background') + ')'; },
  svg: () => { const s = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    const i = document.createElementNS('http://www.w3.org/2000/svg', 'image');
    i.setAttribute('href', at('svg')); s.append(i); document.body.append(s); },
  module: () => import(at('module')),
  worker: () => new Worker(URL.createObjectURL(new Blob(['fetch("' + at('worker') + '")']))),
  shared: () => new SharedWorker('data:text/javascript,fetch("' + at('shared') + '")'),
  service: () => navigator.serviceWorker.register('./probe.js'),
  transport: () => new WebTransport('https://127.0.0.1:' + A.http + '/transport').ready,
  stun: () => rtc({ urls: 'stun:127.0.0.1:' + A.udp }),
  turnUdp: () => rtc({ urls: 'turn:127.0.0.1:' + A.udp, username: 'x', credential: 'x' }),
  turnTcp: () => rtc({ urls: 'turn:127.0.0.1:' + A.tcp + '?transport=tcp', username: 'x', credential: 'x' }),
  speculation: () => { const s = document.createElement('script'); s.type = 'speculationrules';
    s.textContent = JSON.stringify({ prefetch: [{ source: 'list', urls: [at('speculation')] }] });
    document.head.append(s); },
  evalText: () => { const f = window['ev' + 'al']; f('new Image().src = "' + at('eval') + '"'); },
  inline: () => { const s = document.createElement('script'); s.textContent = 'new Image().src="' + at('inline') + '"'; document.body.append(s); },
  html: () => { document.body.insertAdjacentHTML('beforeend', '<img src="' + at('html') + '">'); },
  ping: () => { const a = add('a', { href: '#x', ping: at('ping') }); a.click(); },
  download: () => add('a', { href: at('download'), download: 'x' }).click(),
  form: () => { const f = add('form', { action: at('form'), method: 'post' }); f.submit(); },
  popup: () => window.open(at('popup')),
  blank: () => add('a', { href: at('blank'), target: '_blank', rel: 'noopener' }).click(),
  refresh: () => add('meta', { 'http-equiv': 'refresh', content: '0;url=' + at('refresh') }, document.head),
  replace: () => location.replace(at('replace')),
  assign: () => { location.href = at('assign'); },
};
let tried = 0;
for (const way of Object.values(WAYS)) {
  try { await way(); } catch {}
  tried += 1;
  document.title = 'trying ' + tried;
}
// Asked for last, of the page's own place: what was asked for before has gone out by its answer, or never will.
await new Promise((done) => {
  const last = new Image();
  last.onload = last.onerror = done;
  last.src = './last.png';
});
document.title = 'tried ' + tried + ' of ' + Object.keys(WAYS).length;
`;
}
