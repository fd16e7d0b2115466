// `vitrine completion SHELL`: a script by which a shell completes commands, flags and what flags take. Written from the table
// of commands, so that it knows each of them.

import { suggestion } from '@vitrine/core/internal';
import { type Command, HELP } from '../command.ts';
import { CallError } from '../errors.ts';

type WriteScript = (table: readonly Command[]) => string;

const flagsOf = ({ flags }: Command) => [...flags, HELP];
/** Words that stand in the place of an operand: `['new|check', 'FILE']` has two. */
const wordsOf = ({ operands }: Command): readonly string[] =>
  operands
    .map((operand) => operand.replaceAll(/[[\]]/g, '').split('|'))
    .filter((words) => words.every((word) => /^[a-z-]+$/.test(word)))
    .flat();
/** In single quotes, for any of the three. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function bash(table: readonly Command[]): string {
  const cases = table.map((command) => {
    const words = [...wordsOf(command), ...flagsOf(command).map(({ name }) => `--${name}`)];
    return `    ${command.name}) words=${quoted(words.join(' '))} ;;`;
  });
  const choices = table.flatMap((command) =>
    flagsOf(command).flatMap(({ name, choices: among }) =>
      among === undefined ? [] : [`    ${command.name}:--${name}) words=${quoted(among.join(' '))} ;;`],
    ),
  );
  return `# vitrine for bash: source <(vitrine completion bash)
_vitrine() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=''
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W ${quoted(table.map(({ name }) => name).join(' '))} -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  case "\${COMP_WORDS[1]}:\${COMP_WORDS[COMP_CWORD - 1]}" in
${choices.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _vitrine vitrine
`;
}

function zsh(table: readonly Command[]): string {
  const commands = table.map(({ name, description }) => `    ${quoted(`${name}:${description}`)}`);
  const cases = table.map((command) => {
    const flags = flagsOf(command).map(({ name, value, choices, description }) => {
      const text = description.replaceAll(/[[\]]/g, '').replaceAll(':', ' ');
      const takes =
        value === undefined ? '' : `:${value}:${choices === undefined ? '_files' : `(${choices.join(' ')})`}`;
      return quoted(`*--${name}[${text}]${takes}`);
    });
    const words = wordsOf(command);
    const rest = words.length === 0 ? "'*:file:_files'" : quoted(`*: :(${words.join(' ')})`);
    return `    ${command.name}) _arguments ${[...flags, rest].join(' ')} ;;`;
  });
  return `#compdef vitrine
# vitrine for zsh: vitrine completion zsh > "\${fpath[1]}/_vitrine", or: source <(vitrine completion zsh)
_vitrine() {
  local -a commands=(
${commands.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local name="\${words[2]}"
  shift words
  (( CURRENT-- ))
  case "$name" in
${cases.join('\n')}
  esac
}
compdef _vitrine vitrine
`;
}

function fish(table: readonly Command[]): string {
  const lines = table.flatMap((command) => {
    const { name, description } = command;
    const inside = `complete -c vitrine -n '__fish_seen_subcommand_from ${name}'`;
    return [
      `complete -c vitrine -n __fish_use_subcommand -f -a ${name} -d ${quoted(description)}`,
      ...wordsOf(command).map((word) => `${inside} -a ${word}`),
      ...flagsOf(command).map(({ name: flag, value, choices, description: text }) => {
        const takes =
          value === undefined ? '' : ` -r${choices === undefined ? '' : ` -f -a ${quoted(choices.join(' '))}`}`;
        return `${inside} -l ${flag} -d ${quoted(text)}${takes}`;
      }),
    ];
  });
  return `# vitrine for fish: vitrine completion fish > ~/.config/fish/completions/vitrine.fish\n${lines.join('\n')}\n`;
}

const SHELLS: { readonly [shell: string]: WriteScript } = { bash, zsh, fish };

export const completionCommand: Command = {
  name: 'completion',
  operands: ['bash|zsh|fish'],
  description: 'Print a script by which a shell completes commands and flags.',
  examples: [
    ['source <(vitrine completion bash)', 'in ~/.bashrc'],
    ['vitrine completion zsh > "${fpath[1]}/_vitrine"', 'once'],
    ['vitrine completion fish > ~/.config/fish/completions/vitrine.fish', 'once'],
  ],
  flags: [],
  run: async (call, io, table) => {
    const [shell = ''] = call.operands;
    const write = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
    const names = Object.keys(SHELLS);
    if (write === undefined)
      throw new CallError(`"vitrine completion" knows ${names.join(', ')}, not "${shell}".${suggestion(shell, names)}`);
    await io.stdout.write(write(table));
    return 0;
  },
};
