// Extracts the outlines of the icons the page uses from @navikt/aksel-icons (MIT) and writes them as data.
// As data, the page needs neither raw HTML nor a library at run time.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { laidOut } from './layout.mjs';

const root = path.resolve(import.meta.dirname, '..');

/** Our name -> the name in the icon set. A new icon is a line here and `node build/icons.mjs`. */
const chosen = {
  access: 'ShieldLock',
  activity: 'ClockDashed',
  archive: 'Archive',
  arrowLeft: 'ArrowLeft',
  arrowRight: 'ArrowRight',
  bell: 'Bell',
  branching: 'Branching',
  building: 'Buildings3',
  calendar: 'Calendar',
  caretDown: 'CaretDownFill',
  caretUp: 'CaretUpFill',
  certificate: 'FileCheckmark',
  check: 'Checkmark',
  checkCircle: 'CheckmarkCircle',
  checkCircleFill: 'CheckmarkCircleFill',
  chevronDown: 'ChevronDown',
  chevronLeft: 'ChevronLeft',
  chevronRight: 'ChevronRight',
  chevronUpDown: 'ChevronUpDown',
  clipboard: 'Clipboard',
  clock: 'Clock',
  cloud: 'Cloud',
  cloudOff: 'CloudSlash',
  cog: 'Cog',
  compare: 'ArrowRightLeft',
  compass: 'Compass',
  connection: 'Link',
  connectionOff: 'LinkBroken',
  copy: 'Files',
  cross: 'XMark',
  dots: 'MenuElipsisHorizontal',
  download: 'Download',
  enter: 'Enter',
  envelope: 'EnvelopeClosed',
  envelopeOpen: 'EnvelopeOpen',
  external: 'ExternalLink',
  eye: 'Eye',
  eyeSlash: 'EyeSlash',
  fileExport: 'FileExport',
  fileImport: 'FileImport',
  fileCode: 'FileCode',
  filePdf: 'FilePdf',
  filePlus: 'FilePlus',
  fileText: 'FileText',
  filter: 'Filter',
  floppy: 'Floppydisk',
  folder: 'FolderFile',
  globe: 'Globe',
  hourglass: 'Hourglass',
  info: 'InformationSquare',
  inbox: 'Inbox',
  key: 'KeyHorizontal',
  keyboard: 'Tabs',
  keyVertical: 'KeyVertical',
  language: 'Language',
  laptop: 'Laptop',
  layers: 'Layers',
  list: 'BulletList',
  lock: 'PadlockLocked',
  minus: 'Minus',
  monitor: 'Monitor',
  moon: 'Moon',
  note: 'NotePencil',
  paperclip: 'Paperclip',
  pause: 'Pause',
  pencil: 'Pencil',
  print: 'PrinterSmall',
  person: 'Person',
  people: 'PersonGroup',
  phone: 'Phone',
  play: 'Play',
  plus: 'Plus',
  questionCircle: 'QuestionmarkCircle',
  refresh: 'ArrowCirclepath',
  robot: 'Robot',
  rotate: 'ArrowsCirclepath',
  search: 'MagnifyingGlass',
  send: 'Paperplane',
  shield: 'Shield',
  sign: 'PencilWriting',
  shieldCheck: 'ShieldCheckmark',
  sidebar: 'SidebarLeft',
  skipForward: 'SkipForward',
  sort: 'ArrowsUpDown',
  star: 'Star',
  starFill: 'StarFill',
  stop: 'Stop',
  sun: 'Sun',
  table: 'Table',
  tag: 'Tag',
  tasks: 'Tasklist',
  terminal: 'Terminal',
  theme: 'Theme',
  timer: 'Timer',
  trash: 'Trash',
  undo: 'ArrowUndo',
  unlock: 'PadlockUnlocked',
  upload: 'Upload',
  warning: 'ExclamationmarkTriangle',
  warningFill: 'ExclamationmarkTriangleFill',
  wrench: 'Wrench',
  xCircle: 'XMarkOctagon',
  xCircleFill: 'XMarkOctagonFill',
};

const icons = Object.fromEntries(
  Object.entries(chosen).map(([name, source]) => {
    const file = path.join(root, 'node_modules/@navikt/aksel-icons/dist/svg', `${source}.svg`);
    const outlines = [...readFileSync(file, 'utf8').matchAll(/<path[^>]*\sd="([^"]+)"/g)];
    return [name, outlines.map((match) => rounded(match[1]))];
  }),
);

/** Hundredths of a square of 24: what is finer nobody sees at 18 pixels, and it is a fifth of the text. */
function rounded(outline) {
  return outline.replace(/-?\d*\.\d{3,}/g, (number, at, all) => {
    const short = String(Number(Number(number).toFixed(2)));
    // A number may end where the next one's point begins.
    return all[at + number.length] === '.' && !short.includes('.') ? `${short}.0` : short;
  });
}

const text = `// Outlines of icons from @navikt/aksel-icons (MIT), written by build/icons.mjs.
export const icons = ${JSON.stringify(icons)} as const;
export type IconName = keyof typeof icons;
`;
writeFileSync(path.join(root, 'renderer/components/icons.ts'), await laidOut('icons.ts', text));
