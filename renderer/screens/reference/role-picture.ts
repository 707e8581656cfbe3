// The layout of a role's diagram: two levels up and two levels down, in columns, with the lines between them.
import type { RoleGraph, Way } from './role-graph.ts';

/** More than this nobody reads in a picture. */
export const MOST_DRAWN = 60;

export const SIZE = { width: 140, wide: 200, height: 60, across: 30, down: 12, top: 28 } as const;

const TIP = 6;

export type Level = -2 | -1 | 0 | 1 | 2;
export const levels: readonly Level[] = [-2, -1, 0, 1, 2];

export interface Drawn {
  readonly id: number;
  readonly level: Level;
  readonly x: number;
  readonly y: number;
  /** Of the level nearer the middle, those it is tied to: through them it comes here. */
  readonly through: readonly number[];
}
export interface Line {
  readonly key: string;
  readonly path: string;
  /** The arrow head at its end. */
  readonly tip: string;
}
export interface Picture {
  /** Column by column, each from top to bottom. */
  readonly drawn: readonly Drawn[];
  readonly lines: readonly Line[];
  readonly width: number;
  readonly height: number;
  /** Of each role. */
  readonly box: number;
  /** Roles within two levels that had no room. */
  readonly left: number;
}

type Found = Omit<Drawn, 'x' | 'y'>;

/** All of the room for so many columns, within what reads well. */
function boxIn(room: number, columns: number): number {
  const each = Math.floor((room - (columns - 1) * SIZE.across) / columns);
  return Math.max(SIZE.width, Math.min(SIZE.wide, each));
}

/** `room`: how wide the picture may be; in more of it, names are cut less. */
export function pictureOf(graph: RoleGraph, id: number, room = 0): Picture {
  const up = neighbourhood(graph, id, 'parents', -1);
  const down = neighbourhood(graph, id, 'children', 1);
  const near = [...up.near, ...down.near];
  const all = [...near, ...up.far, ...down.far];
  const kept = all.slice(0, MOST_DRAWN - 1);
  // What was left out cannot be what somebody comes through.
  const shown = new Set(kept.map(keyOf));
  const found = kept.map((one) => ({
    ...one,
    through: one.through.filter((by) => isDrawn(by, one.level, id, shown)),
  }));
  const whole: readonly Found[] = [{ id, level: 0, through: [] }, ...found];
  const box = boxIn(room, new Set(whole.map(({ level }) => level)).size);
  const drawn = placed(whole, box);
  return {
    drawn,
    lines: linesOf(drawn, box),
    ...sizeOf(drawn, box),
    box,
    left: all.length - kept.length,
  };
}

/** The middle is in no column again, and a role stands in the nearer one: circles end here. */
function neighbourhood(graph: RoleGraph, id: number, way: Way, sign: 1 | -1) {
  const first = graph.related(id, way).filter((one) => one !== id);
  const near: readonly Found[] = first.map((one) => ({
    id: one,
    level: sign,
    through: [id],
  }));
  const second = new Map<number, number[]>();
  for (const by of first) {
    for (const one of graph.related(by, way)) {
      if (one === id || first.includes(one)) continue;
      second.set(one, [...(second.get(one) ?? []), by]);
    }
  }
  const level: Level = sign === 1 ? 2 : -2;
  const far: readonly Found[] = [...second].map(([one, through]) => ({ id: one, level, through }));
  return { near, far };
}

const keyOf = ({ id, level }: Pick<Drawn, 'id' | 'level'>): string => `${level} ${id}`;
const inward = (level: Level): Level => (Math.sign(level) * (Math.abs(level) - 1)) as Level;
const isDrawn = (by: number, level: Level, middle: number, shown: ReadonlySet<string>): boolean =>
  inward(level) === 0 ? by === middle : shown.has(keyOf({ id: by, level: inward(level) }));

/** From the middle outwards: each stands as near as may be to what it is tied to, so that few lines cross. */
function placed(found: readonly Found[], box: number): readonly Drawn[] {
  const used = levels.filter((level) => found.some((one) => one.level === level));
  const tallest = Math.max(...used.map((level) => found.filter((o) => o.level === level).length));
  const step = SIZE.height + SIZE.down;
  const done = new Map<string, Drawn>();
  const outwards = [...used].sort((a, b) => Math.abs(a) - Math.abs(b));
  for (const level of outwards) {
    const column = found.filter((one) => one.level === level);
    const wish = (one: Found) => {
      const ys = one.through.map((by) => done.get(keyOf({ id: by, level: inward(level) }))?.y ?? 0);
      return ys.length === 0 ? 0 : ys.reduce((sum, y) => sum + y, 0) / ys.length;
    };
    const ordered = column.toSorted((a, b) => wish(a) - wish(b));
    const begin = SIZE.top + ((tallest - column.length) * step) / 2;
    ordered.forEach((one, at) => {
      const x = used.indexOf(level) * (box + SIZE.across);
      done.set(keyOf(one), { ...one, x, y: begin + at * step });
    });
  }
  return [...done.values()].sort((a, b) => a.level - b.level || a.y - b.y);
}

/** From the right side of the one that gives to the left side of the one that is given. */
function linesOf(drawn: readonly Drawn[], box: number): readonly Line[] {
  const byKey = new Map(drawn.map((one) => [keyOf(one), one]));
  return drawn.flatMap((one) =>
    one.through.flatMap((by) => {
      const other = byKey.get(keyOf({ id: by, level: inward(one.level) }));
      if (other === undefined) return [];
      const [from, to] = one.level < 0 ? [one, other] : [other, one];
      return [{ key: `${keyOf(from)} ${keyOf(to)}`, path: curve(from, to, box), tip: tipAt(to) }];
    }),
  );
}

function curve(from: Drawn, to: Drawn, box: number): string {
  const [x1, y1] = [from.x + box, from.y + SIZE.height / 2];
  const [x2, y2] = [to.x - TIP, to.y + SIZE.height / 2];
  const half = (x1 + x2) / 2;
  return `M${x1} ${y1} C${half} ${y1} ${half} ${y2} ${x2} ${y2}`;
}

const tipAt = ({ x, y }: Drawn): string =>
  `M${x - TIP - 1} ${y + SIZE.height / 2 - 4}l${TIP} 4l-${TIP} 4z`;

function sizeOf(drawn: readonly Drawn[], box: number): Pick<Picture, 'width' | 'height'> {
  return {
    width: Math.max(...drawn.map(({ x }) => x)) + box,
    height: Math.max(...drawn.map(({ y }) => y)) + SIZE.height,
  };
}

/** Where the arrows lead: within a column, and to the nearest of the column beside it; undefined for keys that do not move. */
export function movedInPicture(drawn: readonly Drawn[], at: Drawn, key: string): Drawn | undefined {
  const column = drawn.filter((one) => one.level === at.level);
  const here = column.indexOf(at);
  switch (key) {
    case 'ArrowDown':
      return column[Math.min(here + 1, column.length - 1)];
    case 'ArrowUp':
      return column[Math.max(here - 1, 0)];
    case 'ArrowLeft':
      return nearest(drawn, at, -1);
    case 'ArrowRight':
      return nearest(drawn, at, 1);
    case 'Home':
      return drawn.find((one) => one.level === 0);
    default:
      return undefined;
  }
}

function nearest(drawn: readonly Drawn[], at: Drawn, by: 1 | -1): Drawn {
  const beside = drawn.filter((one) => one.level === at.level + by);
  const tied = beside.filter((one) => one.through.includes(at.id) || at.through.includes(one.id));
  const from = tied.length === 0 ? beside : tied;
  return from.toSorted((a, b) => Math.abs(a.y - at.y) - Math.abs(b.y - at.y))[0] ?? at;
}
