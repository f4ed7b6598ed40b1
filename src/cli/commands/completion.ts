import { Argument, Command } from 'commander';
import { print } from '../terminal/output.ts';

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

export function completionCommand(): Command {
  const command = new Command('completion')
    .description('Print a script that completes commands and options in a shell.')
    .addArgument(new Argument('<shell>', 'the shell').choices(shells));
  return command.action((shell: Shell) => print(scripts[shell](contextsIn(command.parent ?? command))));
}

/** A place in a command line, and what can follow there. */
type Context = {
  /** The commands before it, such as `keys create`. */
  readonly at: string;
  readonly commands: readonly Suggestion[];
  readonly options: readonly (Suggestion & { readonly takesValue: boolean; readonly values: readonly string[] })[];
  /** The values that an argument can have. */
  readonly values: readonly string[];
  readonly takesFile: boolean;
};

type Suggestion = { readonly word: string; readonly description: string };

function contextsIn(command: Command, at = ''): Context[] {
  const help = command.createHelp();
  const commands = help.visibleCommands(command);
  const context: Context = {
    at,
    commands: commands.map((inner) => ({ word: inner.name(), description: inner.description() })),
    options: help.visibleOptions(command).map(({ long, description, required, argChoices }) => ({
      word: long ?? '',
      description,
      takesValue: required,
      values: argChoices ?? [],
    })),
    values: command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
    takesFile: command.registeredArguments.some((argument) => argument.name() === 'file'),
  };
  const inner = commands.filter((one) => one.name() !== 'help');
  return [context, ...inner.flatMap((one) => contextsIn(one, `${at} ${one.name()}`.trim()))];
}

/** In single quotes, as bash and zsh read them. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Every `at` and command that together lead to another context. */
function steps(contexts: readonly Context[]): string {
  return contexts.flatMap(({ at, commands }) => commands.map(({ word }) => quoted(`${at} ${word}`))).join(' | ');
}

function bashScript(contexts: readonly Context[]): string {
  const afterOptions = contexts.flatMap(({ at, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map(({ word, values }) => `    ${quoted(`${at} ${word}`)}) words=${quoted(values.join(' '))} ;;`),
  );
  const elsewhere = contexts.map(({ at, commands, options, values }) => {
    const words = [...commands.map(({ word }) => word), ...values].join(' ');
    return `      ${quoted(at)}) words=${quoted(words)} options=${quoted(options.map(({ word }) => word).join(' '))} ;;`;
  });
  return `# bash completion for pawstock
_pawstock() {
  local at='' words='' options='' current=\${COMP_WORDS[COMP_CWORD]} i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at \${COMP_WORDS[i]}" in
      ${steps(contexts)}) at="\${at:+$at }\${COMP_WORDS[i]}" ;;
    esac
  done
  case "$at \${COMP_WORDS[COMP_CWORD - 1]}" in
${afterOptions.join('\n')}
    *) case "$at" in
${elsewhere.join('\n')}
    esac ;;
  esac
  if [[ $current == -* ]]; then words=$options; fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
# Where nothing is suggested, bash completes file names.
complete -o default -F _pawstock pawstock
`;
}

function zshScript(contexts: readonly Context[]): string {
  const described = (suggestions: readonly Suggestion[]) =>
    suggestions
      .map(({ word, description }) => quoted(`${word.replaceAll(':', '\\:')}:${description.replaceAll(':', '\\:')}`))
      .join(' ');
  const afterOptions = contexts.flatMap(({ at, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map(({ word, values }) => {
        const suggest = values.length === 0 ? '_files' : `compadd -- ${values.join(' ')}`;
        return `    (${quoted(`${at} ${word}`)}) ${suggest}; return ;;`;
      }),
  );
  const elsewhere = contexts.map(({ at, commands, options, values, takesFile }) => {
    const lines = [
      `commands=(${described(commands)})`,
      `options=(${described(options)})`,
      ...(values.length === 0 ? [] : [`compadd -- ${values.join(' ')}`]),
      ...(takesFile ? ['_files'] : []),
    ];
    return `    (${quoted(at)}) ${lines.join('; ')} ;;`;
  });
  return `#compdef pawstock
_pawstock() {
  local at='' i
  local -a commands options
  for ((i = 2; i < CURRENT; i++)); do
    case "$at \${words[i]}" in
      (${steps(contexts)}) at="\${at:+$at }\${words[i]}" ;;
    esac
  done
  case "$at \${words[CURRENT - 1]}" in
${afterOptions.join('\n')}
  esac
  case "$at" in
${elsewhere.join('\n')}
  esac
  (( $#commands )) && _describe command commands
  _describe -o option options
}
if [[ $funcstack[1] = _pawstock ]]; then _pawstock "$@"; else compdef _pawstock pawstock; fi
`;
}

function fishScript(contexts: readonly Context[]): string {
  const fishQuoted = (text: string) => `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
  const complete = (at: string, rest: string, description = '') =>
    `complete -c pawstock -n ${fishQuoted(`__pawstock_at ${fishQuoted(at)}`)} ${rest}${description === '' ? '' : ` -d ${fishQuoted(description)}`}`;
  const lines = contexts.flatMap(({ at, commands, options, values, takesFile }) => [
    ...commands.map(({ word, description }) => complete(at, `-a ${word}`, description)),
    ...options.map(({ word, description, takesValue, values: known }) => {
      const value = known.length > 0 ? ` -x -a ${fishQuoted(known.join(' '))}` : takesValue ? ' -r -F' : '';
      return complete(at, `-l ${word.slice(2)}${value}`, description);
    }),
    ...values.map((value) => complete(at, `-a ${value}`)),
    ...(takesFile ? [complete(at, '-F')] : []),
  ]);
  const fishSteps = contexts.flatMap(({ at, commands }) => commands.map(({ word }) => fishQuoted(`${at} ${word}`)));
  return `# fish completion for pawstock
function __pawstock_at
    set -l at ''
    for word in (commandline -opc)[2..]
        switch "$at $word"
            case ${fishSteps.join(' ')}
                set at (string trim "$at $word")
        end
    end
    test "$at" = "$argv"
end
complete -c pawstock -f
${lines.join('\n')}
`;
}

const scripts: Readonly<Record<Shell, (contexts: readonly Context[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};
