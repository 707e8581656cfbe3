// The Dock of macOS, where a command of the terminal has no place.
import { app } from 'electron';

export const leaveDock = (): void => {
  app.dock?.hide();
};
