import { Observable } from './observable.ts';

/** Counts up when changes arrive for the first time, and again after each interruption. */
export const reconnections = new Observable(0);
