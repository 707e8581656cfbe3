// Drop targets for files: what is dragged over them, and the files main reports as dropped. The page sees no path.
import type { ChosenFile } from '../../preload/contract/files.ts';
import { on } from './main-process.ts';

const holdsFiles = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer?.types.includes('Files') === true;

/**
 * Makes an element a place where files can be dropped: `{@attach dropPlace(take)}`. While files are above it, it has `data-over`
 * (`styles/parts.css`). The page never sees the files themselves: main names them.
 */
export const dropPlace =
  (take: (files: readonly ChosenFile[]) => void) =>
  (element: HTMLElement): (() => void) => {
    let expected = false;
    const over = (isOver: boolean) => void element.toggleAttribute('data-over', isOver);
    const ends = watchDrags(element, over, () => (expected = true));
    const stop = on('filesDropped', ({ files }) => {
      // A drop that was not ours is nobody's here.
      if (!expected) return;
      expected = false;
      take(files);
    });
    return () => {
      for (const end of ends) end();
      stop();
    };
  };

/** The same for one file: of several, the first. */
export const dropOne = (take: (file: ChosenFile) => unknown) =>
  dropPlace(([first]) => {
    if (first !== undefined) take(first);
  });

/** Entering a part within comes before leaving what was above it: only their sum says whether anything is over the place. */
function watchDrags(
  element: HTMLElement,
  over: (isOver: boolean) => void,
  dropped: () => void,
): readonly (() => void)[] {
  let within = 0;
  const move = (by: number) => {
    within = Math.max(0, within + by);
    over(within > 0);
  };
  const hears: Readonly<Record<string, (event: DragEvent) => void>> = {
    dragenter: () => move(1),
    dragleave: () => move(-1),
    dragover: (event) => {
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy';
    },
    drop: (event) => {
      event.preventDefault();
      move(-within);
      dropped();
    },
  };
  return Object.entries(hears).map(([name, hear]) => {
    const listener = (event: Event) => {
      if (event instanceof DragEvent && holdsFiles(event)) hear(event);
    };
    element.addEventListener(name, listener);
    return () => element.removeEventListener(name, listener);
  });
}
