// Takes the outlines of the icons the page uses out of @navikt/aksel-icons (MIT) and writes them as data: no raw HTML, no run-time library.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'prettier';

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
  external: 'ExternalLink',
  eye: 'Eye',
  eyeSlash: 'EyeSlash',
  fileExport: 'FileExport',
  fileImport: 'FileImport',
  fileCode: 'FileCode',
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
  pause: 'Pause',
  pencil: 'Pencil',
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
  shield: 'Shield',
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
    return [name, outlines.map((match) => match[1])];
  }),
);

const text = `// Outlines of icons from @navikt/aksel-icons (MIT), written by build/icons.mjs.
export const icons = ${JSON.stringify(icons)} as const;
export type IconName = keyof typeof icons;
`;
writeFileSync(
  path.join(root, 'renderer/components/icons.ts'),
  await format(text, { parser: 'typescript', singleQuote: true, printWidth: 100 }),
);
