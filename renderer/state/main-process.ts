// The page's only client of main, made from the port that a bridge put on the window.
import { connect, overText } from '../client.ts';
import type { StewardWindow } from '../../preload/wire.ts';

type Heard = (name: string, input: unknown) => void;
let heard: Heard = () => undefined;

/** Calls `hear` with each call that is answered well from now on. */
export function hearAnswers(hear: Heard): void {
  heard = hear;
}
export const { client, on } = connect(
  overText((window as unknown as StewardWindow).steward),
  (name, input) => heard(name, input),
);
