// The entry point of the page: asks main for the start value, loads styles in order and mounts the program.
import './ask-first.ts';
import './styles/design-system.css';
import './styles/fonts.css';
import './styles/theme.css';
import './styles/app.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { startWindow } from './start.ts';

// A file or link dropped on the window must not take the program away from it.
for (const name of ['dragover', 'drop'] as const) {
  addEventListener(name, (event) => {
    event.preventDefault();
  });
}

const target = document.getElementById('app');
if (target !== null) mount(App, { target });
void startWindow();
