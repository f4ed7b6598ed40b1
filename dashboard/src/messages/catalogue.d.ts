/**
 * compile-messages.ts makes two modules of UI texts per language: one loads with the page, the
 * other on demand.
 */
declare module '*.ts?first' {
  type Area = typeof import('./areas.ts').firstAreas[number];
  type Key = Extract<import('./translator.ts').MessageKey, `${Area}.${string}`>;
  export const messages: import('./translator.ts').Compiled<Key>;
}

declare module '*.ts?later' {
  type Area = typeof import('./areas.ts').firstAreas[number];
  type Key = Exclude<import('./translator.ts').MessageKey, `${Area}.${string}`>;
  export const messages: import('./translator.ts').Compiled<Key>;
}
