// Asks main what a window begins with. The first import of the entry point, since modules run in the order of imports.
import { askFirst } from './state/first-questions.ts';

askFirst();
