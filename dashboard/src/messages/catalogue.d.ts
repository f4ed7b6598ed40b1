/** dashboard/compile-messages.ts makes two modules of UI texts for each language: one is loaded with the web page. */
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
