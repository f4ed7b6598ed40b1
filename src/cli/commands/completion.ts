import { Argument, Command } from 'commander';
import { print, printLines } from '../terminal/output.ts';

/**
 * The completion scripts. bash completes file names if `__complete` prints nothing, zsh and fish if
 * it exits 0.
 */
const scripts = {
  bash: `# bash completion for pawstock
_pawstock() {
  COMPREPLY=($(pawstock __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f 1))
}
complete -o default -F _pawstock pawstock
`,
  zsh: `#compdef pawstock
_pawstock() {
  local output
  output=$(pawstock __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null) && _files
  local -a suggestions=(\${(f)output//:/\\\\:})
  suggestions=(\${suggestions/$'\\t'/:})
  (( $#suggestions )) && _describe pawstock suggestions
}
if [[ $funcstack[1] = _pawstock ]]; then _pawstock "$@"; else compdef _pawstock pawstock; fi
`,
  fish: `# fish completion for pawstock
function __pawstock_complete
    set -l current (commandline -ct)
    pawstock __complete -- (commandline -opc)[2..] "$current" 2>/dev/null
    and __fish_complete_path "$current"
end
complete -c pawstock -f -a '(__pawstock_complete)'
`,
};

export const completionCommand = new Command('completion')
  .description('Print a script that completes commands and options in a shell.')
  .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(scripts)))
  .action((shell: keyof typeof scripts) => print(scripts[shell]));

/**
 * The hidden command that the completion scripts call. It prints suggestions for the last word of a
 * command line, each with a tab and its description. It exits with 0 if the last word can be the
 * name of a file, else with 1.
 */
export const completeCommand: Command = new Command('__complete')
  .argument('<words...>')
  .action(async (words: readonly string[]) => {
    let command = completeCommand.parent ?? completeCommand;
    const help = command.createHelp();
    for (const word of words.slice(0, -1)) {
      command = help.visibleCommands(command).find((inner) => inner.name() === word) ?? command;
    }
    const current = words.at(-1) ?? '';
    const option = command.options.find(({ long, required }) => required && long === words.at(-2));
    const valued = option === undefined ? command.registeredArguments : [option];
    const values = valued.flatMap(({ argChoices }) => argChoices ?? []).map((value) => [value]);
    const commands = help
      .visibleCommands(command)
      .map((inner) => [inner.name(), inner.description()]);
    const options = help
      .visibleOptions(command)
      .map(({ long, description }) => [long ?? '', description]);
    const isOption = option === undefined && current.startsWith('-');
    const suggestions = isOption
      ? options
      : option === undefined
        ? [...commands, ...values]
        : values;
    const matching = suggestions.filter(([word = '']) => word.startsWith(current));
    await printLines(matching.map((suggestion) => `${suggestion.join('\t')}\n`));
    const takesFile =
      option === undefined ? valued.some((one) => one.name() === 'file') : values.length === 0;
    process.exitCode = takesFile && !isOption ? 0 : 1;
  });
