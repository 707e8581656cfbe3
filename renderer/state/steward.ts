// The one connection of this page to main, made from the port a bridge put on the window.
import { connect } from '../client.ts';
import type { StewardWindow } from '../../preload/wire.ts';

export const { client, on } = connect((window as unknown as StewardWindow).steward);
