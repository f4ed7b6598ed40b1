import { Observable } from './observable.ts';

/** Counts how often the event stream has been connected: at first, and after each interruption. */
export const reconnections = new Observable(0);
