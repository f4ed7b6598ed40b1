/** A catalogue as the build hands it out: in two parts, each message compiled. See dashboard/compile-messages.ts. */
declare module '*.ts?first' {
  export const messages: import('./translator.ts').CompiledPart<'first'>;
}

declare module '*.ts?later' {
  export const messages: import('./translator.ts').CompiledPart<'later'>;
}
