// The page's only client of main, made from the port that a bridge put on the window.
import { connect, overText } from '../client.ts';
import type { StewardWindow } from '../../preload/wire.ts';

export const { client, on } = connect(overText((window as unknown as StewardWindow).steward));
